-- Undo of publishing, changing sessions, reassigning and deactivating; events of webhooks wait for Undo as well.
ALTER TABLE undoable_actions DROP CONSTRAINT undoable_actions_kind;
ALTER TABLE undoable_actions ADD CONSTRAINT undoable_actions_kind CHECK (kind IN (
  'cancel_sessions', 'change_sessions', 'change_statuses', 'deactivate_users', 'move_appointment', 'publish_sessions', 'reassign', 'remove_waiting'));

-- Rows from before have no value: a default in the same command would be computed once for all of them.
ALTER TABLE webhook_events ADD COLUMN action_id uuid, ADD COLUMN held_until timestamptz;
ALTER TABLE webhook_events
  ALTER COLUMN action_id SET DEFAULT nullif(current_setting('openhour.action', true), '')::uuid,
  ALTER COLUMN held_until SET DEFAULT nullif(current_setting('openhour.hold_until', true), '')::timestamptz;
