-- The organisation's own words for messages, each version; the newest holds. Without words it has the product's standard words again.
CREATE TABLE wordings (
  name text, -- a letter of contract/message-kinds.ts
  version int CHECK (version > 0),
  subject text,
  body text,
  sms text,
  at timestamptz NOT NULL,
  PRIMARY KEY (name, version),
  CHECK (num_nulls(subject, body, sms) IN (0, 3))
);
