import type pg from 'pg'

interface Definition {
  drop: string
  make: string
}

/**
 * Runs the work without the indexes and exclusion constraints of some tables, then builds them over all rows:
 * anything that breaks one fails there.
 */
export async function withoutIndexes(client: pg.Client, tables: readonly string[], work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<Definition>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
        format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS make
      FROM pg_constraint WHERE contype = 'x' AND conrelid::regclass::text = ANY ($1)
      UNION ALL
      SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
      FROM pg_index i WHERE indrelid::regclass::text = ANY ($1) AND NOT indisprimary
        AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { drop } of rows) await client.query(drop)
  await work()
  for (const { make } of rows) await client.query(make)
}
