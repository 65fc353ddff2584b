-- An organisation words its messages for each language. What it has worded so far is in its own language.
ALTER TABLE wordings ADD COLUMN language text NOT NULL DEFAULT 'en';
UPDATE wordings SET language = CASE
  WHEN s.locale = 'en-US' THEN 'en-US'
  WHEN split_part(s.locale, '-', 1) IN ('de', 'fr', 'es', 'ar') THEN split_part(s.locale, '-', 1)
  ELSE 'en' END FROM settings s;
ALTER TABLE wordings DROP CONSTRAINT wordings_pkey, ADD PRIMARY KEY (name, language, version);
