-- A photo that a merge took belongs to the remaining record alone; without an owner there is none.
UPDATE users g SET photo_id = NULL FROM users s
WHERE g.merged_into IS NOT NULL AND s.photo_id = g.photo_id AND s.merged_into IS NULL;
DELETE FROM photos p WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.photo_id = p.id);
