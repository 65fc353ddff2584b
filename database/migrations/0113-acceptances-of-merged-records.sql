-- People whose merged record has accepted the text do not lack it.
DELETE FROM missing_acceptances m USING users r, acceptances a
WHERE r.merged_into = m.user_id AND a.user_id = r.id AND a.version_id = m.version_id;
