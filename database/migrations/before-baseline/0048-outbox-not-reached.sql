DROP INDEX outbox_not_reached; -- whom to phone is found by outbox_to_phone
