import { readdir, readFile } from 'node:fs/promises'
import { sha256, shippedDatabase } from './migration-files.ts'
import { splitStatements } from './sql-statements.ts'

/** A function, view or trigger of `database/schema`. */
export interface Definition {
  kind: 'function' | 'view' | 'trigger'
  /** Of a trigger: `name ON table`. */
  name: string
  sql: string
  sha256: string
}

/** The files of database/schema, in the order in which a new database runs them. */
export interface Schema {
  /** Functions that defaults, generated columns, constraints and indexes use. They come before the tables. */
  valueFunctions: Definition[]
  /** Tables, indexes, constraints and initial rows, one text for each file. */
  tables: string[]
  /** Views and all other functions, then triggers. */
  definitions: Definition[]
  /** Of all definitions. */
  sha256: string
}

/** Reads `schema/`: the present tables, functions, views and triggers, each defined once. */
export async function readSchema(directory: URL = shippedDatabase): Promise<Schema> {
  const valueFunctions = parseDefinitions(await readFile(new URL('schema/value-functions.sql', directory), 'utf8'))
  const tables = await readFolder(new URL('schema/tables/', directory))
  const rest = (await readFolder(new URL('schema/functions/', directory))).flatMap(parseDefinitions)
  // A trigger's function may be in another file.
  const definitions = [...rest.filter(({ kind }) => kind !== 'trigger'), ...rest.filter(({ kind }) => kind === 'trigger')]
  const all = [...valueFunctions, ...definitions]
  const names = new Set(all.map(({ kind, name }) => `${kind} ${name}`))
  if (names.size < all.length) throw new Error('database/schema defines a function, view or trigger twice.')
  return { valueFunctions, tables, definitions, sha256: sha256(all.map(definition => definition.sha256).join('\n')) }
}

async function readFolder(folder: URL): Promise<string[]> {
  const files = (await readdir(folder)).filter(name => name.endsWith('.sql')).toSorted()
  return Promise.all(files.map(name => readFile(new URL(name, folder), 'utf8')))
}

const parseDefinitions = (sql: string): Definition[] =>
  splitStatements(sql).map(statement => {
    const known = identify(statement)
    if (!known) throw new Error(`database/schema: functions, views and triggers only, not: ${statement.slice(0, 80)}`)
    return { ...known, sql: statement, sha256: sha256(statement) }
  })

/** What a statement of `CREATE` defines; undefined if it is neither a function nor a view nor a trigger. */
export function identify(statement: string): Pick<Definition, 'kind' | 'name'> | undefined {
  const [, kind, name] = /^CREATE (?:OR REPLACE )?(FUNCTION|VIEW) (\w+)/.exec(statement) ?? []
  if (kind && name) return { kind: kind === 'VIEW' ? 'view' : 'function', name }
  const [, trigger, table] = /^CREATE (?:CONSTRAINT )?TRIGGER (\w+)[\s\S]*? ON (\w+)/.exec(statement) ?? []
  return trigger ? { kind: 'trigger', name: `${trigger} ON ${table}` } : undefined
}
