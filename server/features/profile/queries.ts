import { sql } from 'kysely'
import type * as z from 'zod'
import type { profileCalls } from '#contract/profile.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { listAppointmentsOf } from '../appointments/queries.ts'
import { presentUser } from '../people/present.ts'
import { findUser } from '../people/queries.ts'
import { listOwnTokens } from '../sessions/programs/queries.ts'
import { listOwnSessions } from '../sessions/queries.ts'
import { readSettingsRow } from '../site/queries.ts'

type Profile = z.input<(typeof profileCalls)['GET /api/my-profile']['answer']['body']>

/**
 * A person with their appointments, and for the owner the sessions. The route has checked that the caller
 * may see this.
 */
export async function readProfile(
  db: Connection,
  scope: PersonScope,
  { userId, page, per_page }: { userId: string; page: number; per_page: number },
): Promise<Profile | Refusal> {
  const row = await findUser(db, scope, userId)
  if (!row) return refuse('not_found')
  const own = userId === scope.person.id
  const [{ data, total }, missed_recently, app, sessions, tokens] = await Promise.all([
    listAppointmentsOf(db, scope, { userId, page, per_page }),
    countMissed(db, scope, userId),
    db.selectFrom('authenticators').select('user_id').where('user_id', '=', userId).executeTakeFirst(),
    own ? listOwnSessions(db, scope) : [],
    own ? listOwnTokens(db, scope) : [],
  ])
  return {
    user: presentUser(row),
    phone_verified: row.phone_verified_at !== null,
    email_verified: row.email_verified_at !== null,
    has_password: row.password_hash !== null,
    has_authenticator: app !== undefined,
    appointments: { data, meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) } },
    missed_recently,
    sessions,
    tokens,
  }
}

/** Unexcused missed appointments within the organisation's period, as booking counts them. */
async function countMissed(db: Connection, { now }: PersonScope, userId: string): Promise<number> {
  const { missed_days } = await readSettingsRow(db)
  const { rows } = await sql<{ missed: number }>`SELECT missed FROM client_standing(${userId}, ${now}, ${missed_days})`.execute(db)
  return rows[0]?.missed ?? 0
}
