import { sql } from 'kysely'
import { type Connection, maxConnectionsPerServer } from './connection.ts'

interface ServerSettings {
  fsync: string
  full_page_writes: string
  /** As sessions begin, before Openhour's own setting. */
  synchronous_commit: string
  encoding: string
  /** Whether letters with accents have a lower case here, as they have in UTF-8 locales. */
  folds_accents: boolean
  /** How many sessions the role may have in this database. */
  sessions: number
}

/** What an operator should change in their own PostgreSQL, as sentences. Settings of sessions are not among it: each session has its own. */
export async function checkServer(db: Connection): Promise<string[]> {
  const { rows } = await sql<ServerSettings>`
    SELECT current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
      (SELECT reset_val FROM pg_settings WHERE name = 'synchronous_commit') AS synchronous_commit,
      current_setting('server_encoding') AS encoding, lower('É') = 'é' AS folds_accents,
      least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0),
        (SELECT nullif(rolconnlimit, -1) FROM pg_roles WHERE rolname = current_user),
        (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())
      ) AS sessions`.execute(db)
  return rows[0] ? warnOf(rows[0]) : []
}

function warnOf({ fsync, full_page_writes, synchronous_commit, encoding, folds_accents, sessions }: ServerSettings): string[] {
  const warnings: string[] = []
  for (const [name, value] of Object.entries({ fsync, full_page_writes }))
    if (value === 'off') warnings.push(`PostgreSQL's ${name} is off: a crash of its machine can destroy the database. Set it to on.`)
  if (synchronous_commit === 'off')
    warnings.push(
      "PostgreSQL's synchronous_commit is off, with which a crash loses bookings. Openhour uses local in its own sessions; set it to on.",
    )
  if (encoding !== 'UTF8')
    warnings.push(
      `The database's encoding is ${encoding}: names and messages can be damaged. Move it to a database with the encoding UTF8.`,
    )
  else if (!folds_accents)
    warnings.push("The database's locale knows no letters but a to z: É and é differ in searches. Move it to one with the locale C.UTF-8.")
  if (sessions < maxConnectionsPerServer)
    warnings.push(
      `PostgreSQL allows Openhour ${sessions} connections, and one server opens up to ${maxConnectionsPerServer}: under load requests will fail. Raise max_connections, or the limit of the role or the database.`,
    )
  return warnings
}
