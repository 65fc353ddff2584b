-- Messages by e-mail and text message.

-- The outbox holds pending and sent messages. A message is written in the transaction of the change it
-- reports; its text is made when it is sent.
CREATE TABLE outbox (
  id uuid PRIMARY KEY DEFAULT new_id(),
  kind text NOT NULL,
  user_id uuid REFERENCES users,
  appointment_id uuid,
  detail jsonb NOT NULL DEFAULT '{}',
  -- waiting: until it is due or a lease ends; sending: handed over, no answer yet; sent: a gateway has
  -- accepted it; delivered: it arrived;
  -- shown: displayed in the demo; failed; dropped: no longer true; unsendable: the person has no usable address.
  state text NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'sending', 'sent', 'delivered', 'shown', 'failed', 'dropped', 'unsendable')),
  attempts int NOT NULL DEFAULT 0,
  -- openhour.hold_until: until when the messages of this transaction wait, so that the change can be undone.
  due_at timestamptz NOT NULL DEFAULT coalesce(nullif(current_setting('openhour.hold_until', true), '')::timestamptz, now()),
  settled_at timestamptz,
  error text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  channel text CHECK (channel IN ('email', 'sms')),
  recipient text, -- the address or number it went to
  subject text,
  body text, -- exactly as sent
  why text, -- why it was dropped, unsendable or failed: a word of contract/messages.ts
  lease uuid, -- of the worker that has it until due_at
  tried_since timestamptz, -- first attempt
  once text, -- at most one message has this key
  resent_from uuid, -- the message that staff had sent again
  via text CHECK (via IN ('email', 'sms')), -- a person with two channels has one message for each; null: the channel that reaches them
  segments int, -- number of text messages, set at the first attempt and counted against the budgets then
  phone_by timestamptz, -- staff should phone the person before this instant, because the message did not reach them
  told_at timestamptz, -- when staff reached them
  action_id uuid DEFAULT nullif(current_setting('openhour.action', true), '')::uuid -- of undoable_actions
);
CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'waiting';
CREATE INDEX outbox_sending ON outbox (due_at) WHERE state = 'sending';
CREATE INDEX outbox_codes ON outbox (due_at) WHERE kind = 'code' AND state IN ('waiting', 'sending');
CREATE UNIQUE INDEX outbox_once ON outbox (once) WHERE once IS NOT NULL;
CREATE INDEX outbox_user ON outbox (user_id);
CREATE INDEX outbox_appointment ON outbox (appointment_id);
CREATE INDEX outbox_age ON outbox (created_at);
CREATE INDEX outbox_by_sort ON outbox (kind, state, coalesce(channel, ''), created_at DESC, id DESC); -- the list of messages with filters
CREATE INDEX outbox_to_phone ON outbox (phone_by, id) WHERE phone_by IS NOT NULL AND told_at IS NULL;
CREATE INDEX outbox_action ON outbox (action_id) WHERE action_id IS NOT NULL;
CREATE INDEX outbox_naming_mentor ON outbox ((detail ->> 'mentor_id')) WHERE body IS NOT NULL; -- erase_person
CREATE INDEX outbox_resent ON outbox (resent_from) WHERE resent_from IS NOT NULL;

-- What was spent on a day in settings.time_zone: segments of text messages, and codes. `codes_known` is the
-- share reserved for numbers of existing people.
CREATE TABLE text_days (
  day date,
  what text CHECK (what IN ('messages', 'codes', 'codes_known')),
  spent int NOT NULL,
  PRIMARY KEY (day, what)
);

-- The organisation's own texts of messages; the newest version is in force. A version without texts
-- restores the product's standard text.
CREATE TABLE wordings (
  name text, -- a letter of contract/message-kinds.ts
  version int CHECK (version > 0),
  subject text,
  body text,
  sms text,
  at timestamptz NOT NULL,
  language text NOT NULL DEFAULT 'en', -- of contract/languages.ts
  PRIMARY KEY (name, language, version),
  CHECK (num_nulls(subject, body, sms) IN (0, 3))
);

-- Actions of staff that can be undone before their messages are sent.
CREATE TABLE undoable_actions (
  id uuid PRIMARY KEY,
  actor_id uuid NOT NULL REFERENCES users,
  kind text NOT NULL CONSTRAINT undoable_actions_kind CHECK (kind IN (
    'cancel_sessions', 'change_sessions', 'change_statuses', 'deactivate_users', 'move_appointment', 'publish_sessions', 'reassign', 'remove_waiting')),
  at timestamptz NOT NULL,
  before jsonb NOT NULL -- ids and values that Undo writes back
);
CREATE INDEX undoable_actions_actor ON undoable_actions (actor_id);
CREATE INDEX undoable_actions_at ON undoable_actions (at);
