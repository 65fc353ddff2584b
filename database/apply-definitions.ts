import type pg from 'pg'
import type { Migration } from './migration-files.ts'
import { type Definition, identify, type Schema } from './schema-files.ts'
import { splitStatements } from './sql-statements.ts'

type Named = Pick<Definition, 'kind' | 'name'>
interface Recorded extends Named {
  sha256: string
  retired: boolean
}

/**
 * `CREATE OR REPLACE` cannot change a return type, a parameter's name or a view's columns, nor replace a
 * constraint trigger.
 */
const notReplaceable = new Set(['42P13', '42P16', '42710'])

const key = ({ kind, name }: Named) => `${kind} ${name}`

/**
 * How the functions, views and triggers of a database compare with those of `schema`, which belongs to a release of
 * Openhour: `older` ones have to be replaced. The database remembers the release that wrote them. Within a release, a
 * state that was replaced once is the older one.
 */
export async function compareDefinitions(client: pg.Client, schema: Schema, release: string): Promise<'older' | 'same' | 'newer'> {
  const { rows } = await client.query<{ latest: string | null; release: string | null; known: boolean; due: boolean }>(
    `SELECT (SELECT sha256 FROM schema_versions ORDER BY number DESC LIMIT 1) AS latest,
       obj_description('schema_versions'::regclass, 'pg_class') AS release,
       EXISTS (SELECT FROM schema_versions WHERE sha256 = $1) AS known,
       EXISTS (SELECT FROM schema_definitions WHERE retired_at < now() - interval '1 day') AS due`,
    [schema.sha256],
  )
  const [state] = rows
  if (state?.latest === schema.sha256) return state.due ? 'older' : 'same'
  const order = compareReleases(state?.release ?? release, release)
  if (order !== 0) return order > 0 ? 'newer' : 'older'
  return state?.known ? 'newer' : 'older'
}

/** Whether these functions, views and triggers are what was applied to the database last. */
export async function hasDefinitions(client: pg.Client, schema: Schema): Promise<boolean> {
  const { rows } = await client.query<{ sha256: string }>('SELECT sha256 FROM schema_versions ORDER BY number DESC LIMIT 1')
  return rows[0]?.sha256 === schema.sha256
}

/** Those that are not in the database, whatever it has recorded. */
export async function listMissingDefinitions(client: pg.Client, schema: Schema): Promise<string[]> {
  const present = await readCatalogue(client)
  return [...schema.valueFunctions, ...schema.definitions].map(key).filter(name => !present.has(name))
}

/** A release's candidates count as the release itself. */
const compareReleases = (one: string, other: string) =>
  one.replace(/-.*/, '').localeCompare(other.replace(/-.*/, ''), 'en', { numeric: true })

/** Creates everything in an empty database, inside the caller's transaction. */
export async function createSchema(client: pg.Client, schema: Schema, release: string): Promise<void> {
  const run = (statements: readonly string[]) => client.query(statements.join(';\n'))
  await client.query('SET LOCAL check_function_bodies = off')
  await run(schema.valueFunctions.map(({ sql }) => sql))
  await run(schema.tables)
  await run(schema.definitions.map(({ sql }) => sql))
  await record(client, [...schema.valueFunctions, ...schema.definitions], schema, release)
}

/**
 * Replaces the functions, views and triggers that differ from the files, inside the caller's
 * transaction, which keeps other clients from writing. Those that are
 * no longer in the files go: triggers and their functions at once, others a day later. Only what earlier
 * versions created is ever dropped.
 */
export async function applyDefinitions(
  client: pg.Client,
  schema: Schema,
  { migrations, release }: { migrations: readonly Migration[]; release: string },
): Promise<void> {
  // A function may call one that is created after it.
  await client.query('SET LOCAL check_function_bodies = off')
  const all = [...schema.valueFunctions, ...schema.definitions]
  const inFiles = new Set(all.map(key))
  const before = await readCatalogue(client)
  const recorded = await readRecorded(client, migrations)
  const present = new Map(recorded.map(definition => [key(definition), definition.sha256]))
  const gone = recorded.filter(definition => !inFiles.has(key(definition)))

  for (const { kind, name } of gone) if (kind === 'trigger') await client.query(`DROP TRIGGER IF EXISTS ${name}`)
  const changed = all.filter(definition => present.get(key(definition)) !== definition.sha256 || !before.has(key(definition)))
  for (const definition of changed) await replace(client, definition, before)
  await retireOverloads(client, changed, before)

  const atOnce = gone.filter(definition => definition.kind === 'trigger' || before.get(key(definition))?.isTriggerFunction)
  await drop(client, [...atOnce, ...(await readDue(client))])
  await retire(
    client,
    gone.filter(definition => !atOnce.includes(definition)),
  )
  await record(client, all, schema, release)
}

/** What exists of a name: the signatures of a function's overloads. */
interface Existing {
  signatures: string[]
  isTriggerFunction: boolean
}

async function readCatalogue(client: pg.Client): Promise<Map<string, Existing>> {
  const { rows } = await client.query<Named & { signatures: string[]; trigger_function: boolean }>(`
    SELECT 'function' AS kind, p.proname::text AS name, array_agg(p.oid::regprocedure::text) AS signatures,
      bool_and(p.prorettype = 'trigger'::regtype) AS trigger_function
    FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace GROUP BY p.proname
    UNION ALL SELECT 'view', c.relname, '{}', false FROM pg_class c WHERE c.relkind = 'v' AND c.relnamespace = current_schema()::regnamespace
    UNION ALL SELECT 'trigger', t.tgname || ' ON ' || c.relname, '{}', false FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
      WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace`)
  return new Map(rows.map(row => [key(row), { signatures: row.signatures, isTriggerFunction: row.trigger_function }]))
}

/**
 * What earlier versions created. A database from before the baseline has no record: there, it is what
 * the old migrations define and the catalogue has.
 */
async function readRecorded(client: pg.Client, migrations: readonly Migration[]): Promise<Recorded[]> {
  const { rows } = await client.query<Recorded>('SELECT kind, name, sha256, retired_at IS NOT NULL AS retired FROM schema_definitions')
  if (rows.length > 0) return rows.filter(({ retired }) => !retired)
  const catalogue = await readCatalogue(client)
  const names = new Map(
    migrations
      .flatMap(({ sql }) => splitStatements(sql))
      .flatMap(statement => identify(statement) ?? [])
      .map(named => [key(named), named]),
  )
  return [...names.values()].filter(named => catalogue.has(key(named))).map(named => ({ ...named, sha256: '', retired: false }))
}

async function replace(client: pg.Client, definition: Definition, before: Map<string, Existing>): Promise<void> {
  const existing = before.get(key(definition))
  if (!existing) return void (await client.query(definition.sql))
  await client.query('SAVEPOINT definition')
  try {
    await client.query(definition.sql.replace(/^CREATE (?=FUNCTION|VIEW|TRIGGER)/, 'CREATE OR REPLACE '))
  } catch (error) {
    if (!notReplaceable.has((error as { code?: string }).code ?? '')) throw error
    await client.query('ROLLBACK TO SAVEPOINT definition')
    await drop(client, [definition])
    await client.query(definition.sql)
  }
  await client.query('RELEASE SAVEPOINT definition')
}

/**
 * With other parameter types, PostgreSQL creates a second function of the name. The first one is retired
 * under its signature, since servers of the version before still call it; at once where the new one, whose
 * added parameters have defaults, takes the same calls: two would be ambiguous.
 */
async function retireOverloads(client: pg.Client, changed: readonly Definition[], before: Map<string, Existing>): Promise<void> {
  const old = changed.flatMap(definition => before.get(key(definition))?.signatures ?? [])
  const { rows } = await client.query<{ name: string; replaced: boolean }>(
    `SELECT a.oid::regprocedure::text AS name,
       bool_or(b.pronargs - b.pronargdefaults <= a.pronargs AND b.proargtypes::oid[] @> a.proargtypes::oid[]) AS replaced
     FROM pg_proc a JOIN pg_proc b ON b.proname = a.proname AND b.pronamespace = a.pronamespace
     WHERE a.oid = ANY ($1::regprocedure[]) AND b.oid <> ALL ($1::regprocedure[]) GROUP BY a.oid`,
    [old],
  )
  const named = (replaced: boolean) => rows.filter(row => row.replaced === replaced).map(({ name }): Named => ({ kind: 'function', name }))
  await drop(client, named(true))
  await retire(client, named(false))
}

const readDue = async (client: pg.Client) =>
  (await client.query<Named>(`SELECT kind, name FROM schema_definitions WHERE retired_at < now() - interval '1 day'`)).rows

/** A function of a bare name goes with all its overloads. */
async function drop(client: pg.Client, definitions: readonly Named[]): Promise<void> {
  const catalogue = await readCatalogue(client)
  for (const definition of definitions) {
    const { kind, name } = definition
    for (const each of kind === 'function' ? (catalogue.get(key(definition))?.signatures ?? [name]) : [name])
      await client.query(`DROP ${kind} IF EXISTS ${each}`)
    await client.query('DELETE FROM schema_definitions WHERE kind = $1 AND name = $2', [kind, name])
  }
}

async function retire(client: pg.Client, definitions: readonly Named[]): Promise<void> {
  for (const { kind, name } of definitions) {
    await client.query(
      `INSERT INTO schema_definitions (kind, name, sha256, retired_at) VALUES ($1, $2, '', now())
       ON CONFLICT (kind, name) DO UPDATE SET retired_at = excluded.retired_at`,
      [kind, name],
    )
  }
}

async function record(client: pg.Client, definitions: readonly Definition[], schema: Schema, release: string): Promise<void> {
  await client.query(
    `INSERT INTO schema_definitions (kind, name, sha256)
     SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
     ON CONFLICT (kind, name) DO UPDATE SET sha256 = excluded.sha256, retired_at = NULL`,
    [definitions.map(({ kind }) => kind), definitions.map(({ name }) => name), definitions.map(({ sha256 }) => sha256)],
  )
  await client.query(
    `INSERT INTO schema_versions (sha256)
     SELECT $1::text WHERE (SELECT sha256 FROM schema_versions ORDER BY number DESC LIMIT 1) IS DISTINCT FROM $1::text`,
    [schema.sha256],
  )
  await client.query(`COMMENT ON TABLE schema_versions IS ${client.escapeLiteral(release)}`)
}
