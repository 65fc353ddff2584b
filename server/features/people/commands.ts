import { sql } from 'kysely'
import type { User } from '#contract/people.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { hashPassword, verifyPassword } from './hash-password.ts'
import { isOpenRecord } from './queries.ts'
import { explainWeakPassword, type PasswordOwner } from './password-strength.ts'

/** Each organisation has settings of its own. */
type Turn = Pick<Platform, 'settings'>

/**
 * Hashes a new password, or refuses it: 422 at `password`; 503 if too many passwords are being hashed. Organisations of
 * one process take turns.
 */
export async function choosePassword({ settings }: Turn, password: string, owner: PasswordOwner): Promise<string | Refusal> {
  const weakness = explainWeakPassword(password, owner)
  return weakness === null ? hashPassword(password, settings) : refuseField('password', weakness)
}

/**
 * Verifies a password in constant time: `null` (no such person, or no password) costs the same and
 * never matches.
 */
export const checkPassword = ({ settings }: Turn, stored: string | null, password: string): Promise<boolean | Refusal> =>
  verifyPassword(stored, password, settings)

/** Maximum number of wrong passwords for the caller's own account. */
const ownGuesses = { max: 10, minutes: 60 }

/**
 * Verifies the password that a signed-in person is asked for again. Wrong ones are counted per person,
 * from any address, so that a stolen session cannot guess it. Refusal: 429 `too_many_requests`.
 */
export async function checkOwnPassword(
  { limits, settings }: Pick<Platform, 'limits' | 'settings'>,
  { person }: PersonScope,
  stored: string | null,
  password: string,
): Promise<boolean | Refusal> {
  const [what, counted] = ['own password', settings.rateLimit]
  const seconds = counted ? await limits.admitTry(person.id, what, ownGuesses) : null
  if (seconds !== null) return refuse('too_many_requests', { retry_after: seconds })
  const right = await checkPassword({ settings }, stored, password)
  if (counted && right === true) await limits.giveBack(person.id, what, ownGuesses)
  return right
}

/**
 * Serialises plans for the same people (mostly mentors); otherwise two plans could each hold a slot that
 * the other one needs. Call it first after locking the schedule: bookings also lock people before slots.
 */
export async function lockPeople(trx: Connection, _scope: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

/** Locks a record until the end of the transaction, and answers whether it is open (`isOpenRecord`): merging and erasing wait for it. */
export async function lockOpenRecord(trx: Connection, scope: Scope, id: string): Promise<boolean> {
  await lockPeople(trx, scope, [id])
  return (await trx.selectFrom('users').select('id').where('id', '=', id).where(isOpenRecord('users')).executeTakeFirst()) !== undefined
}

/**
 * Locks the caller's record until the end of the transaction, and with it those of `others`. Deactivating, erasing,
 * merging and logging out everywhere wait for it. Call it before creating a credential: a request can outlive its
 * session. Refusal: 401 for a caller whose record was closed, or whose session or token ended, meanwhile.
 */
export async function lockCaller(trx: Connection, scope: PersonScope, others: readonly string[] = []): Promise<Refusal | null> {
  const { id, sessionId } = scope.person
  await lockPeople(trx, scope, [...new Set([id, ...others])])
  const open = await trx
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select('users.id')
    .where('users.id', '=', id)
    .where('users.active', '=', true)
    .where('sessions.id', '=', sessionId)
    .where('sessions.ended_at', 'is', null)
    .executeTakeFirst()
  return open ? null : refuse('unauthenticated')
}

/**
 * Whether the error is a violation of promise 3: a concurrent transaction gave the same client an
 * overlapping time.
 */
export const isBusyClient = (error: unknown): boolean =>
  error instanceof Error && (error as { constraint?: string }).constraint === 'appointments_client_overlap'

/**
 * Holds roles, their holders and mappings as they are until the end of the transaction: the lock that also
 * keeps the last administrator (database/schema/functions/people.sql). Lock people before calling it.
 */
export async function lockRoleAssignments(trx: Connection): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('openhour.administrators'))`.execute(trx)
}

type Spoken = Pick<User, 'spoken_language' | 'needs_interpreter' | 'working_languages'>

/**
 * A person's languages after a change, the working languages each once. Without a preferred language, no interpreter
 * is needed. Refusal: 422 at `spoken_language` for an interpreter of no language.
 */
export function readSpoken(before: Spoken, change: { [Field in keyof Spoken]?: Spoken[Field] | undefined }): Spoken | Refusal {
  const { spoken_language = before.spoken_language, working_languages = before.working_languages } = change
  const needs_interpreter = change.needs_interpreter ?? (spoken_language !== null && before.needs_interpreter)
  if (needs_interpreter && spoken_language === null) return refuseField('spoken_language', 'field.isRequiredForAnInterpreter')
  return { spoken_language, needs_interpreter, working_languages: [...new Set(working_languages)] }
}
