import { chmod, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { withoutIndexes } from '../../organisation/indexes.ts'

/**
 * Copies what fits into an older schema, through files of the server's own: the tables and columns that both have.
 * Triggers stay silent, indexes are built afterwards. Answers how many rows.
 */
export async function copyRows(from: string, to: string, folder: string): Promise<number> {
  const files = path.join(folder, 'copied')
  await mkdir(files)
  // PostgreSQL's user is another one where the drill runs as root.
  await chmod(files, 0o777)
  const [source, target] = [from, to].map(url => new pg.Client({ connectionString: url })) as [pg.Client, pg.Client]
  await source.connect()
  await target.connect()
  try {
    const tables = await listShared(source, target)
    await target.query('SET session_replication_role = replica')
    await target.query(`TRUNCATE ${tables.map(({ table }) => table).join(', ')}`)
    let rows = 0
    await withoutIndexes(
      target,
      tables.map(({ table }) => table),
      async () => {
        for (const { table, columns } of tables) {
          const file = path.join(files, table)
          const { rowCount } = await source.query(`COPY (SELECT ${columns} FROM ${table}) TO '${file}' (FORMAT binary)`)
          await target.query(`COPY ${table} (${columns}) FROM '${file}' (FORMAT binary)`)
          rows += rowCount ?? 0
        }
      },
    )
    await copySequences(source, target)
    await target.query('VACUUM (ANALYZE)')
    return rows
  } finally {
    await source.end()
    await target.end()
    await rm(files, { recursive: true })
  }
}

const columnsOf = `SELECT c.relname AS table, a.attname AS column FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname NOT IN ('migrations', 'schema_definitions', 'schema_versions') AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY 1, a.attnum`

async function listShared(source: pg.Client, target: pg.Client): Promise<{ table: string; columns: string }[]> {
  const [theirs, ours] = await Promise.all(
    [source, target].map(async client => (await client.query<{ table: string; column: string }>(columnsOf)).rows),
  )
  const known = new Set(theirs?.map(({ table, column }) => `${table}.${column}`))
  const columns = new Map<string, string[]>()
  for (const { table, column } of ours ?? []) {
    if (known.has(`${table}.${column}`)) columns.set(table, [...(columns.get(table) ?? []), `"${column}"`])
  }
  return [...columns].map(([table, names]) => ({ table, columns: names.join(', ') }))
}

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(
    'SELECT sequencename AS name, last_value AS last FROM pg_sequences',
  )
  for (const { name, last } of rows) {
    if (last !== null) await target.query('SELECT setval(to_regclass($1), $2) WHERE to_regclass($1) IS NOT NULL', [name, last])
  }
}
