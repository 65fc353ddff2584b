import type pg from 'pg'
import { hasRole, type ServerRole, type ServerState } from './address.ts'

/** Settings of a session by name. */
export type SessionSettings = Readonly<Record<string, string>>

/** Of every session. Instants are read in UTC. JIT compilation takes longer than any of our statements. */
const ofEverySession: SessionSettings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  jit: 'off',
  default_transaction_isolation: 'read committed',
}

/** What is acknowledged must survive a crash of the server. Stronger levels stay. */
const durableCommit = `set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'local' ELSE current_setting('synchronous_commit') END, false)`

/** The server has another role than the one asked for. */
class WrongServerRole extends Error {
  /** As where a write fails on it: another server, or this one later, may do. */
  readonly code = '25006'

  constructor(wanted: ServerRole, state: ServerState | undefined) {
    super(`the server is ${state?.standby ? 'a standby' : state?.readOnly ? 'read-only' : 'no standby'}, not ${wanted}`)
  }
}

/**
 * Applies the settings to a new session, and rejects if the server does not have the role. They are set after
 * connecting because PgBouncer refuses them as startup parameters, and all of them in every session because it
 * may hand out a server connection that another client used. Null leaves the session as it is.
 */
export async function prepareSession(
  client: pg.ClientBase,
  settings: SessionSettings | null,
  role: ServerRole,
  timeoutMs: number,
): Promise<void> {
  const state = `SELECT current_setting('transaction_read_only')::boolean AS "readOnly", pg_is_in_recovery() AS standby`
  const values = Object.entries({ ...ofEverySession, ...settings }).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  const text = settings ? [state, ...values, durableCommit].join(', ') : state
  const { rows } = await within(timeoutMs, client.query<ServerState>(text))
  if (!rows[0] || !hasRole(role, rows[0])) throw new WrongServerRole(role, rows[0])
}

/** A pooler accepts clients at once and lets their first query wait. */
async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout exceeded when trying to connect')), timeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
