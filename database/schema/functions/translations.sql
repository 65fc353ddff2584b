-- The organisation's texts in further languages.

-- Every text that can be translated, in the order in which editors see them. `field` of a choice is
-- `option:` and its text, so that its translation goes with it. `language` of the original: null: the organisation's.
-- Of a contract: the version in force and the draft; `record_id` is the contract's.
-- Of sessions: each note once, so that all sessions with it share its translations. Its id is a UUID of version 8, of its hash, which the index
-- schedules_note_id finds; `used_until` is the end of the last session with it.
CREATE VIEW translatable_texts AS
  SELECT 'support_type' AS kind, t.id AS subject_id, t.name AS subject, t.active, f.field, f.original, f.max_length, f.position, NULL AS language, t.id AS record_id,
    'infinity'::timestamptz AS used_until
  FROM support_types t, LATERAL (VALUES ('name', t.name, 80, 1), ('description', t.description, 1000, 2)) f (field, original, max_length, position)
  WHERE f.original <> ''
  UNION ALL
  SELECT 'place', p.id, p.name, p.active, f.field, f.original, f.max_length, f.position, NULL, p.id, 'infinity'
  FROM places p, LATERAL (VALUES ('name', p.name, 120, 1), ('address', p.address, 500, 2)) f (field, original, max_length, position)
  WHERE f.original <> ''
  UNION ALL
  SELECT 'question', q.id, q.prompt, q.active, 'prompt', q.prompt, 300, 1, NULL, q.id, 'infinity' FROM feedback_questions q
  UNION ALL
  SELECT 'question', q.id, q.prompt, q.active, 'option:' || o.option, o.option, 120, 1 + o.position::int, NULL, q.id, 'infinity'
  FROM feedback_questions q, LATERAL unnest(q.options) WITH ORDINALITY o (option, position) WHERE q.widget IN ('radio', 'select')
  UNION ALL
  SELECT 'contract', v.id, v.title, true, f.field, f.original, f.max_length, f.position, v.language, v.contract_id, 'infinity'
  FROM contract_versions v, LATERAL (VALUES ('title', v.title, 200, 1), ('body', v.body, 100000, 2)) f (field, original, max_length, position)
  WHERE v.published_at IS NULL OR v.id IN (SELECT c.version_id FROM current_contracts c)
  UNION ALL
  SELECT 'session_note', n.id, left(n.note, 80), true, 'note', n.note, 2000, 1, NULL, n.id, n.used_until
  FROM (SELECT overlay(overlay(left(sha256_of(note), 32) PLACING '8' FROM 13) PLACING '8' FROM 17)::uuid AS id, note, max(ends_at) AS used_until
    FROM schedules WHERE note <> '' AND status <> 'cancelled' GROUP BY note) n;
