import type pg from 'pg'
import { hasDefinitions, listMissingDefinitions } from './apply-definitions.ts'
import { indexesAndConstraints } from './indexes-and-constraints.ts'
import { areOfThisVersion, readAppliedMigrations } from './migrate.ts'
import { readSchema } from './schema-files.ts'

/** The indexes and the constraints of tables, by name. A constraint with an index has the name of it. */
export const readIndexesAndConstraints = `
  SELECT 'index ' || c.relname AS name FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
  WHERE c.relnamespace = current_schema()::regnamespace AND i.indisvalid
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = c.oid AND k.contype IN ('p', 'u', 'x'))
  UNION ALL SELECT 'constraint ' || k.conname || ' ON ' || c.relname FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND k.contype IN ('c', 'f', 'p', 'u', 'x')`

/**
 * The indexes, constraints, triggers, functions and views that a database of this version lacks, such as one whose
 * restore was cut short. None for a database of another version, which its own release knows.
 */
export async function listMissingObjects(client: pg.Client): Promise<string[]> {
  const schema = await readSchema()
  if (!(await areOfThisVersion(await readAppliedMigrations(client))) || !(await hasDefinitions(client, schema))) return []
  const { rows } = await client.query<{ name: string }>(readIndexesAndConstraints)
  const present = new Set(rows.map(({ name }) => name))
  return [...indexesAndConstraints.filter(name => !present.has(name)), ...(await listMissingDefinitions(client, schema))]
}
