/**
 * Mutants that behave like the original, so that no test can notice them. `line` is the changed line, as a run
 * lists it after `+`.
 * @type {{ name: string, line: string, why: string }[]}
 */
export const equivalentMutants = [
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
