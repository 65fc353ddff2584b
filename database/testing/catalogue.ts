import pg from 'pg'

const ours = (alias: string) =>
  `NOT EXISTS (SELECT FROM pg_depend e WHERE e.objid = ${alias}.oid AND e.deptype = 'e') AND ${alias}.relnamespace = current_schema()::regnamespace`

/**
 * Each query returns rows of `name` and `definition`. Order within `definition` is the order that
 * PostgreSQL uses.
 */
const queries = {
  extensions: 'SELECT extname AS name, NULL AS definition FROM pg_extension',
  // Columns in their order. A generated column or default is read back as PostgreSQL prints it.
  tables: `SELECT c.relname AS name, jsonb_build_object('kind', c.relkind, 'persistence', c.relpersistence, 'options', c.reloptions,
      'columns', jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'not_null', a.attnotnull,
        'identity', a.attidentity, 'generated', a.attgenerated, 'default', pg_get_expr(d.adbin, d.adrelid)) ORDER BY a.attnum)) AS definition
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
      LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
    WHERE c.relkind IN ('r', 'v') AND ${ours('c')} GROUP BY c.oid, c.relname, c.relkind, c.relpersistence, c.reloptions`,
  views: `SELECT c.relname AS name, pg_get_viewdef(c.oid) AS definition FROM pg_class c WHERE c.relkind = 'v' AND ${ours('c')}`,
  // NOT VALID concerns rows from before the constraint only; an old installation can have them, a new
  // one cannot. NOT NULL is a property of the column.
  constraints: `SELECT c.relname || '.' || k.conname AS name, replace(pg_get_constraintdef(k.oid), ' NOT VALID', '') AS definition
    FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE k.contype NOT IN ('n', 't') AND ${ours('c')}`,
  indexes: `SELECT c.relname AS name, jsonb_build_object('index', pg_get_indexdef(c.oid), 'valid', i.indisvalid, 'options', c.reloptions) AS definition
    FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid WHERE ${ours('c')}`,
  functions: `SELECT p.oid::regprocedure::text AS name, pg_get_functiondef(p.oid) AS definition FROM pg_proc p
    WHERE p.pronamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.objid = p.oid AND e.deptype = 'e')`,
  // PostgreSQL fires triggers of the same event in the order of their names.
  triggers: `SELECT c.relname AS name, jsonb_agg(jsonb_build_object('trigger', pg_get_triggerdef(t.oid), 'enabled', t.tgenabled) ORDER BY t.tgname) AS definition
    FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND ${ours('c')} GROUP BY c.relname`,
  types: `SELECT t.typname AS name, t.typtype AS definition FROM pg_type t
    WHERE t.typnamespace = current_schema()::regnamespace AND NOT EXISTS (SELECT FROM pg_depend e WHERE e.objid = t.oid AND e.deptype = 'e')
      AND t.typtype <> 'c' AND t.typelem = 0`,
  sequences: `SELECT sequencename AS name, to_jsonb(s) - ARRAY['schemaname', 'sequenceowner', 'last_value'] AS definition FROM pg_sequences s`,
}

/** Definitions by kind, such as tables and triggers. */
export type Catalogue = Record<keyof typeof queries, { name: string; definition: unknown }[]>

/** Everything that defines a database's schema, sorted by name. */
export async function readCatalogue(url: string): Promise<Catalogue> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const catalogue: Partial<Catalogue> = {}
    for (const [kind, query] of Object.entries(queries) as [keyof Catalogue, string][]) {
      catalogue[kind] = (await client.query<Catalogue[typeof kind][number]>(`${query} ORDER BY 1`)).rows
    }
    return catalogue as Catalogue
  } finally {
    await client.end()
  }
}
