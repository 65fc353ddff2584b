-- Actions of staff that can be undone before their messages are sent.

CREATE TABLE undoable_actions (
  id uuid PRIMARY KEY,
  actor_id uuid NOT NULL REFERENCES users,
  kind text NOT NULL CONSTRAINT undoable_actions_kind CHECK (kind IN ('cancel_sessions', 'change_statuses', 'move_appointment', 'remove_waiting')),
  at timestamptz NOT NULL,
  before jsonb NOT NULL -- ids and values that Undo writes back
);
CREATE INDEX undoable_actions_actor ON undoable_actions (actor_id);
CREATE INDEX undoable_actions_at ON undoable_actions (at);

-- Without a default first, so that no row is written.
ALTER TABLE outbox ADD COLUMN action_id uuid;
ALTER TABLE outbox
  ALTER COLUMN action_id SET DEFAULT nullif(current_setting('openhour.action', true), '')::uuid,
  ALTER COLUMN due_at SET DEFAULT coalesce(nullif(current_setting('openhour.hold_until', true), '')::timestamptz, now());

ALTER TABLE freed_seats ADD COLUMN action_id uuid, ADD COLUMN held_until timestamptz;
ALTER TABLE freed_seats
  ALTER COLUMN action_id SET DEFAULT nullif(current_setting('openhour.action', true), '')::uuid,
  ALTER COLUMN held_until SET DEFAULT nullif(current_setting('openhour.hold_until', true), '')::timestamptz;
