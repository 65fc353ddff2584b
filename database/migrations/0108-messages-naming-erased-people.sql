-- Offers of the waiting list name a mentor, and invitations who invites.
UPDATE outbox o SET detail = o.detail || jsonb_build_object('mentor_id', x.mentor_id)
FROM slots x WHERE o.kind = 'waiting_offer' AND o.body IS NOT NULL AND x.id = (o.detail ->> 'slot_id')::uuid;
UPDATE outbox o SET detail = o.detail || jsonb_build_object('inviter_id', i.invited_by)
FROM invitations i WHERE o.kind = 'invitation' AND o.body IS NOT NULL AND i.id = (o.detail ->> 'invitation_id')::uuid;
-- Words that stayed when the people whom they name were erased.
UPDATE outbox o SET subject = NULL, body = NULL FROM users u
WHERE u.erased_at IS NOT NULL AND o.body IS NOT NULL AND o.detail ->> 'mentor_id' = u.id::text;
UPDATE outbox o SET subject = NULL, body = NULL FROM users u
WHERE u.erased_at IS NOT NULL AND o.body IS NOT NULL AND o.kind = 'invitation' AND o.detail ->> 'inviter_id' = u.id::text;
