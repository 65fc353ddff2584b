import type pg from 'pg'

/** The content of a database, table by table. Rows are PostgreSQL's own text of a row, which loses nothing. */
export type ContentPart = { table: string; columns: string[] } | { rows: string[] } | { sums: TableSums }

/** Per table the number of rows, and a sum over all values that does not depend on their order. */
export type TableSums = Record<string, { rows: string; sum: string }>

const rowsPerFetch = 2000

/** Migrating fills them, so they are no content. Archives of 0.1.0 have them. */
const versionTables = ['migrations', 'schema_definitions', 'schema_versions']

interface Table {
  name: string
  /** Without generated ones, in their order in the table. */
  columns: string[]
}

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const listOf = (columns: readonly string[]) => columns.map(quote).join(', ')

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.relname <> ALL ($1)
     GROUP BY c.relname ORDER BY c.relname`,
    [versionTables],
  )
  return rows
}

/** Reads everything as of one moment. */
export async function* readContent(client: pg.Client): AsyncGenerator<ContentPart> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    const tables = await listTables(client)
    for (const { name, columns } of tables) {
      yield { table: name, columns }
      await client.query(`DECLARE content NO SCROLL CURSOR FOR SELECT ROW(${listOf(columns)})::text AS row FROM ${quote(name)}`)
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`FETCH ${rowsPerFetch} FROM content`)
        if (rows.length === 0) break
        yield { rows: rows.map(({ row }) => row) }
      }
      await client.query('CLOSE content')
    }
    yield { sums: await sumTables(client, tables) }
  } finally {
    await client.query('ROLLBACK')
  }
}

/** Columns by name: their order may differ between two databases. */
async function sumTables(client: pg.Client, tables: readonly Table[]): Promise<TableSums> {
  const sums: TableSums = {}
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ rows: string; sum: string }>(
      `SELECT count(*)::text AS rows, coalesce(sum(hashtextextended(ROW(${listOf(columns.toSorted())})::text, 0)::numeric), 0)::text AS sum FROM ${quote(name)}`,
    )
    if (rows[0]) sums[name] = rows[0]
  }
  return sums
}

/**
 * Replaces the content of a migrated database, in one transaction. Rejects, and changes nothing, if the content is of
 * other tables or columns, breaks a foreign key, or does not arrive whole. Returns the number of rows.
 */
export async function writeContent(client: pg.Client, content: AsyncIterable<ContentPart>): Promise<number> {
  await client.query('BEGIN')
  try {
    const tables = new Map((await listTables(client)).map(table => [table.name, table]))
    // What deferred constraints check would otherwise keep tables from being altered.
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    for (const name of tables.keys()) await client.query(`ALTER TABLE ${quote(name)} DISABLE TRIGGER USER`)
    const restoreForeignKeys = await dropForeignKeys(client)
    await client.query(`TRUNCATE ${listOf([...tables.keys()])}`)
    const rows = await loadRows(client, tables, content)
    await moveSequences(client)
    for (const statement of restoreForeignKeys) await client.query(statement)
    for (const name of tables.keys()) await client.query(`ALTER TABLE ${quote(name)} ENABLE TRIGGER USER`)
    await client.query('COMMIT')
    return rows
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

async function loadRows(client: pg.Client, tables: ReadonlyMap<string, Table>, content: AsyncIterable<ContentPart>): Promise<number> {
  const missing = new Set(tables.keys())
  let insert: string | undefined
  let count = 0
  for await (const part of content) {
    if ('table' in part && versionTables.includes(part.table)) {
      insert = undefined
    } else if ('table' in part) {
      refuseDifference(tables.get(part.table), part)
      missing.delete(part.table)
      const columns = listOf(part.columns)
      // Its row type has the columns in the order of the content.
      await client.query(`DROP TABLE IF EXISTS pg_temp.incoming`)
      await client.query(`CREATE TEMPORARY TABLE incoming ON COMMIT DROP AS SELECT ${columns} FROM ${quote(part.table)} WITH NO DATA`)
      insert = `INSERT INTO ${quote(part.table)} (${columns}) OVERRIDING SYSTEM VALUE SELECT ${columns} FROM unnest($1::pg_temp.incoming[])`
    } else if ('rows' in part) {
      if (insert === undefined) continue
      await client.query(insert, [part.rows])
      count += part.rows.length
    } else {
      if (missing.size > 0) throw new Error(`The content lacks the table ${[...missing].join(', ')}.`)
      refuseLoss(part.sums, await sumTables(client, [...tables.values()]))
      return count
    }
  }
  throw new Error('The content is not complete.')
}

function refuseDifference(ours: Table | undefined, { table, columns }: { table: string; columns: readonly string[] }): void {
  const isSame = ours && ours.columns.toSorted().join() === columns.toSorted().join()
  if (!isSame)
    throw new Error(`The table ${table} is another one in this version. Migrate first, with the version that is to have the content.`)
}

function refuseLoss(sent: TableSums, arrived: TableSums): void {
  const names = Object.keys(sent).filter(name => !versionTables.includes(name))
  const wrong = names.filter(name => sent[name]?.rows !== arrived[name]?.rows || sent[name]?.sum !== arrived[name]?.sum)
  if (wrong.length > 0) throw new Error(`The content did not arrive as it was sent: ${wrong.join(', ')}.`)
}

/** Drops the foreign keys, so that tables can be filled in any order; returns the statements that create them again. */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conname`,
  )
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  return rows.map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
}

async function moveSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT d.refobjid::regclass::text AS table, quote_ident(a.attname) AS column, d.objid::regclass::text AS sequence
     FROM pg_depend d JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S' AND s.relnamespace = 'public'::regnamespace
     JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
     WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.deptype IN ('a', 'i')`,
  )
  for (const { table, column, sequence } of rows)
    await client.query(`SELECT setval('${sequence}', coalesce((SELECT max(${column}) FROM ${table}), 0) + 1, false)`)
}
