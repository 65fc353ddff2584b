/**
 * Mutants that behave like the original, so that no test can notice them. `line` is the changed line, as a run
 * lists it after `+`.
 * @type {{ name: string, line: string, why: string }[]}
 */
export const equivalentMutants = [
  {
    name: 'book_appointment',
    line: 'WHERE k.fingerprint = excluded.fingerprint OR k.created_at <= excluded.created_at - idempotency_period()',
    why: 'a key that is exactly as old was found before, and another request with it refused',
  },
  {
    name: 'book_appointment',
    line: 'WHEN (SELECT true FROM missing_acceptances m WHERE true LIMIT 1)',
    why: 'the exact check, made for more clients, decides alike',
  },
  {
    name: 'record_offer_event',
    line: "IF TG_OP = 'UPDATE' OR OLD.state = 'offered' AND (NEW.state <> 'offered' OR NEW.offered_slot_id <> OLD.offered_slot_id) THEN",
    why: 'an entry without an offer has no offer without an outcome',
  },
  {
    name: 'record_offer_event',
    line: "IF TG_OP = 'UPDATE' AND OLD.state = 'offered' OR (NEW.state <> 'offered' OR NEW.offered_slot_id <> OLD.offered_slot_id) THEN",
    why: 'an entry without an offer has no offer without an outcome',
  },
  {
    name: 'slots_reserve_freed ON slots',
    line: 'WHEN (NEW.seats - NEW.taken >= OLD.seats - OLD.taken) EXECUTE FUNCTION reserve_freed_seats()',
    why: 'the loop has no round where no seat became free',
  },
  {
    name: 'reserve_session_for_waiting_list',
    line: 'WHERE s.id = session AND true ORDER BY w.position, w.id',
    why: 'no entry fits a slot of a draft; the condition spares the look at each slot',
  },
  {
    name: 'reserve_session_for_waiting_list',
    line: 'WHERE x.schedule_id = session AND true AND x.taken + x.held < x.seats AND EXISTS (SELECT 1 FROM waiting_entries_for_slot(x.id, now()) w WHERE w.id = entry)',
    why: 'no entry fits a slot that is not planned; the condition lets the search use an index',
  },
  {
    name: 'reserve_new_slots',
    line: 'IF NOT EXISTS (SELECT 1 FROM waiting_list WHERE true) THEN RETURN NULL; END IF;',
    why: 'a shortcut: without a waiting entry there is no seat to reserve',
  },
  {
    name: 'slots_sync_appointments ON slots',
    line: 'WHEN (NEW.taken >= 0 AND (OLD.schedule_id, OLD.mentor_id, OLD.starts_at, OLD.ends_at) IS DISTINCT FROM (NEW.schedule_id, NEW.mentor_id, NEW.starts_at, NEW.ends_at))',
    why: 'a slot without a taken seat has no appointment that holds one',
  },
  ...[">= interval '0'", "> interval '-1'"].map(condition => ({
    name: 'shift_slots',
    line: `ORDER BY extract(epoch FROM starts_at) * CASE WHEN shift ${condition} THEN -1 ELSE 1 END, id`,
    why: 'a session moves by whole minutes; without a shift, the order does not matter',
  })),
  ...['session_ends < session_date + 1', 'session_ends <= session_date - 1'].map(condition => ({
    name: 'slot_date',
    line: `SELECT CASE WHEN ${condition} THEN session_date ELSE (starts AT TIME ZONE zone)::date END`,
    why: 'a shortcut: the slots of a session that ends by midnight start on its date',
  })),
  {
    name: 'erase_stored_answers',
    line: 'UPDATE idempotency_keys SET answer = NULL WHERE true AND EXISTS (',
    why: 'an answer that is null names no id',
  },
  {
    name: 'erase_person',
    line: 'UPDATE outbox SET subject = NULL, body = NULL WHERE true AND appointment_id IN (SELECT id FROM appointments WHERE user_id = person OR mentor_id = person);',
    why: 'a message without a body has no subject either',
  },
  {
    name: 'erase_person',
    line: 'UPDATE record_views SET reason = NULL WHERE true AND person IN (user_id, viewer_id);',
    why: 'a reason that is null stays so',
  },
  {
    name: 'erase_person',
    line: "UPDATE outbox SET subject = NULL, body = NULL WHERE true AND detail ->> 'mentor_id' = person::text;",
    why: 'a message without a body has no subject either',
  },
  {
    name: 'slots_block_again ON slots',
    line: 'CREATE TRIGGER slots_block_again BEFORE UPDATE OF live ON slots FOR EACH ROW WHEN (NEW.live OR NOT OLD.live) EXECUTE FUNCTION set_slot_block()',
    why: 'a slot that stays planned has its reason already, and one that stays unplanned gets it when it is planned',
  },
  {
    name: 'refresh_slot_blocks',
    line: 'WHERE true AND w.offered_slot_id = ANY (touched) AND x.id = w.offered_slot_id',
    why: 'only an open offer has a slot; the condition lets the search use an index',
  },
  {
    name: 'refresh_slot_blocks',
    line: "WHERE w.state = 'offered' AND true AND x.id = w.offered_slot_id",
    why: 'no slot that was blocked before has an open offer',
  },
  {
    name: 'index_feedback',
    line: 'FROM unnest(which) AS given(id) JOIN feedback f ON true JOIN feedback_answers x ON x.feedback_id = f.id',
    why: 'the answers of other feedback have their wordings already',
  },
]
