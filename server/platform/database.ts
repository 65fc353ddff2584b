import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '#database/types.ts'

export type Connection = Kysely<Database>

/** `timestamptz` as RFC 3339 in UTC with `Z`; the session's zone is UTC, so what arrives ends in `+00`. */
const readInstant = (text: string) => text.replace(' ', 'T').replace(/\+00$/, 'Z')
const readLocal = (text: string) => text.replace(' ', 'T')

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readInstant)
types.setTypeParser(pg.types.builtins.TIMESTAMP, readLocal)
types.setTypeParser(pg.types.builtins.DATE, text => text)
types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * Runs a statement under a name: each connection plans it once. For what is asked all the time; the text of a name never varies.
 * An error costs its connection, so what may be refused must answer in rows.
 */
export type Prepared = <Row extends object>(name: string, text: string, values: readonly unknown[]) => Promise<Row[]>

/**
 * A pool and the query builder on it. Statements are cut off after 8 s and waiting for a connection after 2 s, so that every request
 * is answered within 10 s; a broken idle connection is replaced without anybody noticing.
 */
export function connect(
  url: string,
  { size = 10, onError = (_: Error) => {} } = {},
): { db: Connection; prepared: Prepared; pool: pg.Pool } {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    options: '-c timezone=UTC -c datestyle=ISO',
    connectionTimeoutMillis: 2000,
    statement_timeout: 8000,
    idle_in_transaction_session_timeout: 8000,
    application_name: 'openhour',
    keepAlive: true,
  })
  pool.on('error', onError)
  const prepared: Prepared = async <Row extends object>(name: string, text: string, values: readonly unknown[]) =>
    (await pool.query<Row>({ name, text, values: [...values] })).rows
  return { pool, prepared, db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }) }
}
