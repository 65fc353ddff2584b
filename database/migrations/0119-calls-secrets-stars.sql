-- No person is to be phoned about a message that arrived after it was reported as failed.
UPDATE outbox SET phone_by = NULL WHERE state = 'delivered' AND phone_by IS NOT NULL;

-- Several secrets of a webhook that were replaced within a day sign until the end of their own day.
CREATE TABLE webhook_old_secrets (
  id uuid PRIMARY KEY DEFAULT new_id(),
  endpoint_id uuid NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  secret bytea NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT webhook_old_secrets_sealed CHECK (is_sealed(secret))
);
CREATE INDEX webhook_old_secrets_endpoint ON webhook_old_secrets (endpoint_id);

-- The stars that mentors gave their own sessions do not count in their rating.
UPDATE mentor_ratings r SET feedbacks = r.feedbacks - own.count, stars = r.stars - own.stars, star_sum = r.star_sum - own.star_sum
FROM (SELECT a.mentor_id, count(*), sum(f.stars) AS stars, sum(f.star_sum) AS star_sum FROM feedback f JOIN appointments a ON a.id = f.appointment_id
  WHERE f.type = 'client' AND f.stars > 0 AND f.author_id = a.mentor_id GROUP BY a.mentor_id) own WHERE own.mentor_id = r.mentor_id;
