import { createHash } from 'node:crypto'
import { type CompiledQuery, type Expression, ValueNode } from 'kysely'
import type { Connection } from './connection.ts'
import { executePrepared } from './prepared-pool.ts'

/** Any query of Kysely: a builder or an `sql` template. */
export interface Query<Row> {
  compile(db: Connection): CompiledQuery<Row>
}

/**
 * A parameter of a query: stands for a value that arrives with each call. It goes into the query wherever
 * Kysely takes an expression. It has no value while the query is built: using it as one throws.
 */
export class Param<Value> implements Expression<Value> {
  constructor(
    private readonly query: string,
    readonly key: string,
  ) {}

  get expressionType(): Value | undefined {
    return undefined
  }

  toOperationNode(): ValueNode {
    return ValueNode.create(this)
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`the query "${this.query}" may only put its parameter "${this.key}" into SQL: it is built once for all values`)
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]()
  }
}

type ValueOf<Given> = Given extends Param<infer Value> ? Value : Given extends undefined ? null | undefined : never
type Values<Params> = { readonly [Key in keyof Params]: ValueOf<Params[Key]> }
type NoParams = Record<never, never>

interface Options {
  /**
   * Never waits behind long lists, where those have connections of their own (`PoolSizes`). For short queries that
   * many requests need.
   */
  priority?: boolean
}

/**
 * Declares a query once; the answer runs it and resolves to its rows. `build` returns an ordinary Kysely
 * query. It runs once, with a `Param` for each value of the call; from then on calls only fill in their
 * values, and each database connection plans the query once.
 *
 * A value that is null or undefined stays undefined for `build`, which may leave a condition out: each
 * combination of missing values is a query of its own. Within a transaction the query runs on its
 * connection. Pass ids as one array (`= ANY (${ids}::uuid[])`), write the constants of a partial index into
 * the text (`sql.lit`), and name the columns (no `selectAll`: a plan for `*` fails after a migration).
 */
export function defineQuery<Row extends object, Params extends object = NoParams>(
  name: string,
  build: (db: Connection, params: Params) => Query<Row>,
  { priority = false }: Options = {},
): (db: Connection, ...values: keyof Params extends never ? [] : [Values<Params>]) => Promise<Row[]> {
  const statements = new Map<string, { name: string; query: CompiledQuery<Row> }>()

  const compile = (db: Connection, values: Readonly<Record<string, unknown>>) => {
    const given = Object.keys(values).filter(key => values[key] !== null && values[key] !== undefined)
    const params = Object.fromEntries(given.map(key => [key, new Param(name, key)]))
    const query = build(db, params as Params).compile(db)
    const used = new Set(query.parameters.map(value => value instanceof Param && value.key))
    const unused = given.find(key => !used.has(key))
    if (unused !== undefined) throw new Error(`the query "${name}" does not use its parameter "${unused}" in its SQL`)
    return { name: nameStatement(name, query.sql), query }
  }

  return (db, ...[given = {}]) => {
    const values: Readonly<Record<string, unknown>> = given
    let shape = ''
    for (const key in values) if (values[key] !== null && values[key] !== undefined) shape += `${key} `
    const statement = statements.get(shape) ?? compile(db, values)
    statements.set(shape, statement)
    const parameters = statement.query.parameters.map(value => (value instanceof Param ? values[value.key] : value))
    return executePrepared(db, statement.name, { ...statement.query, parameters }, priority)
  }
}

/**
 * Declares a query whose text depends on its arguments: `build` receives their values and runs for each
 * call. Otherwise like `defineQuery`. Each connection keeps each text, so there must be few of them.
 */
export const defineDynamicQuery =
  <Row extends object, Arguments extends unknown[]>(name: string, build: (db: Connection, ...values: Arguments) => Query<Row>) =>
  (db: Connection, ...values: Arguments): Promise<Row[]> => {
    const query = build(db, ...values).compile(db)
    return executePrepared(db, nameStatement(name, query.sql), query, false)
  }

/** Names of statements by their text. PostgreSQL keeps 63 bytes of a name. */
const statementNames = new Map<string, string>()
function nameStatement(name: string, text: string): string {
  const known = statementNames.get(text)
  if (known !== undefined) return known
  const hash = createHash('sha256').update(text).digest('base64url')
  const statement = `${name.slice(0, 36)} ${hash.slice(0, 22)}`
  statementNames.set(text, statement)
  return statement
}
