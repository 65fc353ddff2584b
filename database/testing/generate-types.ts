import pg from 'pg'

interface Column {
  table: string
  column: string
  type: string
  not_null: boolean
  has_default: boolean
  always_generated: boolean
  is_view: boolean
  /** The definition of a CHECK of this column that lists values. */
  values: string | null
}

const columns = `
  SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type, a.attnotnull AS not_null,
    a.atthasdef OR a.attidentity <> '' AS has_default, a.attgenerated <> '' OR a.attidentity = 'a' AS always_generated, c.relkind = 'v' AS is_view,
    (SELECT pg_get_constraintdef(k.oid) FROM pg_constraint k
     WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.conkey = ARRAY[a.attnum] AND pg_get_constraintdef(k.oid) LIKE '%= ANY (ARRAY[%' LIMIT 1) AS values
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.relkind IN ('r', 'v') AND c.relnamespace = current_schema()::regnamespace
  ORDER BY c.relname, a.attnum`

/** PostgreSQL types as the driver reads them. */
const types: Record<string, string> = {
  boolean: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  inet: 'string',
  integer: 'number',
  bigint: 'number',
  jsonb: 'unknown',
  text: 'string',
  'time without time zone': 'string',
  'timestamp with time zone': 'Timestamp',
  'timestamp without time zone': 'LocalTimestamp',
  uuid: 'string',
}

/**
 * Types that the catalogue does not contain: of JSON columns and views, unions from `domain/`, and
 * columns that a trigger fills.
 */
const overrides: Record<string, string> = {
  'acceptances.language': 'Generated<string>',
  'acceptances.sha256': 'Generated<string>',
  'appointments.schedule_id': 'Generated<string>',
  'appointments.mentor_id': 'Generated<string>',
  'appointments.starts_at': 'DefaultTimestamp',
  'appointments.ends_at': 'DefaultTimestamp',
  'appointments.seat': 'Generated<number>',
  'appointments.serial': 'Generated<number>',
  'appointments.status': 'AppointmentStatus',
  'appointments.status_before': 'AppointmentStatus | null',
  'audit.before': 'AuditColumn',
  'audit.after': 'AuditColumn',
  'contract_texts.version_id': 'GeneratedAlways<string>',
  'contract_texts.language': 'GeneratedAlways<string>',
  'contract_texts.title': 'GeneratedAlways<string>',
  'contract_texts.body': 'GeneratedAlways<string>',
  'contract_texts.sha256': 'GeneratedAlways<string>',
  'contract_versions.language': 'Generated<string>',
  'current_contracts.id': 'GeneratedAlways<string>',
  'current_contracts.key': 'GeneratedAlways<string>',
  'current_contracts.required_for': "GeneratedAlways<'registration' | 'booking' | null>",
  'current_contracts.revision': 'Revision',
  'current_contracts.version_id': 'GeneratedAlways<string>',
  'current_contracts.version': 'GeneratedAlways<number>',
  'current_contracts.title': 'GeneratedAlways<string>',
  'current_contracts.body': 'GeneratedAlways<string>',
  'current_contracts.sha256': 'GeneratedAlways<string>',
  'current_contracts.published_at': 'GeneratedAlways<string>',
  'current_contracts.language': 'GeneratedAlways<string>',
  'feedback.mentor_id': 'Generated<string>',
  'feedback.support_type_id': 'Generated<string>',
  'idempotency_keys.answer': 'unknown',
  'outbox.detail': 'Json<Record<string, unknown>>',
  'saved_views.params': 'Json<Record<string, string>>',
  'retention_runs.removed': 'Json<Record<string, number>>',
  'webhook_deliveries.data': 'WebhookData',
}

/** Generates the text of database/types.ts from a migrated database. */
export async function generateTypes(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<Column>(columns).finally(() => client.end())
  const names = new Set(rows.map(row => `${row.table}.${row.column}`))
  for (const name of Object.keys(overrides)) if (!names.has(name)) throw new Error(`There is no column ${name}: remove its override.`)
  const body = [...new Set(rows.map(row => row.table))].flatMap(table => [
    `  ${table}: {`,
    ...rows.filter(row => row.table === table).map(row => lineOf(row.column, overrides[`${table}.${row.column}`] ?? typeOf(row))),
    '  }',
  ])
  const used = (text: string, ...candidates: string[]) => candidates.filter(name => new RegExp(`\\b${name}\\b`).test(text)).join(', ')
  const text = body.join('\n')
  return [
    '// Generated from the database: npx vitest run database/generated.test.ts -u',
    `import type { ${used(text, 'Generated', 'GeneratedAlways')} } from 'kysely'`,
    "import type { AppointmentStatus } from '#domain/booking/status.ts'",
    `import type { ${used(text, 'AuditColumn', 'DefaultTimestamp', 'Json', 'LocalTimestamp', 'Revision', 'Timestamp', 'WebhookData')} } from './column-types.ts'`,
    '',
    '/** Tables and views. The files of database/schema/tables say what the columns mean. */',
    'export interface Database {',
    text,
    '}',
    '',
  ].join('\n')
}

/** The formatter's longest line. */
const maxLength = 140

/** A long union has a line for each of its values, as the formatter writes it. */
function lineOf(column: string, type: string): string {
  const line = `    ${column}: ${type}`
  if (line.length <= maxLength || !type.startsWith("'")) return line
  return [`    ${column}:`, ...type.split(' | ').map(value => `      | ${value}`)].join('\n')
}

function typeOf({ column, type, not_null, has_default, always_generated, values }: Column): string {
  if (column === 'revision') return 'Revision'
  const known = types[type.replace('[]', '')]
  if (!known) throw new Error(`The type ${type} of ${column} is not known here.`)
  const union = values && [...values.matchAll(/'([^']+)'::text/g)].map(([, value]) => `'${value}'`).join(' | ')
  const base = union || `${known}${type.endsWith('[]') ? '[]' : ''}`
  if (base === 'Timestamp' && not_null && has_default) return 'DefaultTimestamp'
  const whole = not_null ? base : `${base} | null`
  if (always_generated) return `GeneratedAlways<${whole}>`
  return has_default ? `Generated<${whole}>` : whole
}
