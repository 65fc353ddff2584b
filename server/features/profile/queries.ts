import { sql } from 'kysely'
import type * as z from 'zod'
import type { profileCalls } from '#contract/profile.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import { withoutWords } from '../access-log/reasons/queries.ts'
import { listAppointmentsOf, listUpcomingOf } from '../appointments/queries.ts'
import { presentUser } from '../people/present.ts'
import { readMentorProfile } from '../people/mentor-profile/queries.ts'
import { findUser } from '../people/queries.ts'
import { listOwnTokens } from '../sessions/programs/queries.ts'
import { listOwnSessions } from '../sessions/queries.ts'

type Profile = z.input<(typeof profileCalls)['GET /api/my-profile']['answer']['body']>

/**
 * A person with their appointments, and for the owner the sessions. The route has checked that the caller
 * may see the person; the words of another person's appointments take Appointment List.
 */
export async function readProfile(
  db: Connection,
  scope: PersonScope,
  { userId, page, per_page }: { userId: string; page: number; per_page: number },
): Promise<Profile | Refusal> {
  const row = await findUser(db, scope, userId)
  if (!row) return refuse('not_found')
  const own = userId === scope.person.id
  const seesWords = own || holds(scope, 'Appointment List')
  const [{ data, total }, upcoming, [facts], sessions, tokens, mentor] = await Promise.all([
    listAppointmentsOf(db, scope, { userId, page, per_page }),
    listUpcomingOf(db, scope, userId),
    readMissedAndAuthenticator(db, { userId, now: scope.now }),
    own ? listOwnSessions(db, scope) : [],
    own ? listOwnTokens(db, scope) : [],
    own && scope.person.isMentor ? readMentorProfile(db, scope, userId) : null,
  ])
  return {
    user: presentUser(row),
    phone_verified: row.phone_verified_at !== null,
    email_verified: row.email_verified_at !== null,
    has_password: row.password_hash !== null,
    has_authenticator: facts?.has_authenticator ?? false,
    appointments: {
      data: seesWords ? data : data.map(withoutWords),
      meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) },
    },
    upcoming: seesWords ? upcoming : upcoming.map(withoutWords),
    missed_recently: facts?.missed ?? 0,
    sessions,
    tokens,
    mentor,
  }
}

/**
 * Unexcused missed appointments within the organisation's period, as booking counts them, and whether an
 * authenticator is set up.
 */
const readMissedAndAuthenticator = defineQuery(
  'missed appointments and authenticator',
  (_db, { userId, now }: { userId: Param<string>; now: Param<Date> }) => sql<{ missed: number; has_authenticator: boolean }>`
    SELECT standing.missed, EXISTS (SELECT FROM authenticators WHERE user_id = ${userId}) AS has_authenticator
    FROM settings CROSS JOIN LATERAL client_standing(${userId}, ${now}, settings.missed_days) standing`,
  { priority: true },
)
