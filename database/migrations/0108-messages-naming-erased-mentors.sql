-- Words that named a mentor stayed after the mentor was erased, where no profile had been written.
UPDATE outbox o SET subject = NULL, body = NULL FROM users u
WHERE u.erased_at IS NOT NULL AND o.body IS NOT NULL AND o.detail ->> 'mentor_id' = u.id::text;
