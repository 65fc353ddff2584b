-- An offer can end without having reached its client: the message about it never left.
ALTER TABLE waiting_offers DROP CONSTRAINT waiting_offers_outcome_check;
ALTER TABLE waiting_offers ADD CONSTRAINT waiting_offers_outcome_check
  CHECK (outcome IN ('accepted', 'declined', 'expired', 'unreached', 'left', 'withdrawn'));
