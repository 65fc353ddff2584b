import { sql } from 'kysely'
import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod'
import type { profileCalls } from '#contract/profile.ts'
import { isZone } from '#domain/time/zone.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { announceSignInChange } from '../people/announcements/commands.ts'
import { choosePassword, lockCaller, readSpoken } from '../people/commands.ts'
import { compareMentorProfile, writeMentorProfile } from '../people/mentor-profile/commands.ts'
import { replacePhone } from '../people/phones/commands.ts'
import { findUser } from '../people/queries.ts'
import { endOtherSessions } from '../sessions/commands.ts'
import { spendCode } from '../sessions/codes/commands.ts'
import { readOwnPassword, refuseUnproved, type Proving } from './password-commands.ts'

type Change = z.output<(typeof profileCalls)['PUT /api/my-profile']['body']>

/**
 * Changes the profile's fields that differ, in one conditional statement. A new password ends every
 * other session. Null when done.
 * Refusals: 409 `stale`, 422 `wrong_password`, 403 `log_in_again`, 422 at `time_zone`, `password`, `spoken_language`,
 * `bio` of a person who is no mentor, and `email` where a confirmed address would change; for a password, those of
 * `lockCaller`.
 */
export async function changeOwnProfile(platform: Platform, scope: PersonScope, change: Change): Promise<Refusal | null> {
  const { db } = platform
  const { id } = scope.person
  const before = await findUser(db, scope, id)
  if (!before || (change.revision !== undefined && change.revision !== before.revision)) return refuse('stale')
  if (change.time_zone !== undefined && !isZone(change.time_zone)) return refuseField('time_zone', 'field.mustBeATimeZoneLike')

  if (change.email !== undefined && before.email_verified_at !== null && change.email?.toLowerCase() !== before.email?.toLowerCase())
    return refuseField('email', 'field.logsYouInChangeItWith')

  const spoken = readSpoken(before, change)
  if (spoken instanceof Refusal) return spoken
  const { name = before.name, email = before.email, locale = before.locale, time_zone = before.time_zone } = change
  const after: Partial<Omit<typeof before, 'id' | 'revision' | 'created_at'>> = { name, email, locale, time_zone, ...spoken }
  if (change.password !== undefined) {
    const password_hash = await replacePassword({ platform, scope }, before.password_hash, change, { name, phone: before.phone, email })
    if (password_hash instanceof Refusal) return password_hash
    after.password_hash = password_hash
  }
  const fields = (Object.keys(after) as (keyof typeof after)[]).filter(field => !isDeepStrictEqual(after[field], before[field]))
  const mentorFields = await compareMentorProfile(db, scope, id, { bio: change.bio })
  if (mentorFields instanceof Refusal) return mentorFields
  if (fields.length + mentorFields.length === 0) return null

  return db.transaction().execute(async trx => {
    const closed = after.password_hash === undefined ? null : await lockCaller(trx, scope)
    if (closed) return closed
    // Erasing a person ends the session, but not this request.
    // Only what differs: a change that was saved meanwhile stays. The trigger increments the revision.
    const differing = Object.fromEntries(fields.map(field => [field, after[field]]))
    let update = trx
      .updateTable('users')
      .set({ ...differing, revision: sql`revision` })
      .where('id', '=', id)
      .where('active', '=', true)
    // An address that was confirmed meanwhile changes only by a code.
    if (fields.includes('email')) update = update.where('email_verified_at', 'is not distinct from', before.email_verified_at)
    if (change.revision !== undefined) update = update.where('revision', '=', change.revision)
    // Of two concurrent changes of a password, the second one has not verified the first one's.
    if (after.password_hash !== undefined) update = update.where('password_hash', 'is not distinct from', before.password_hash)
    if (!(await update.returning('id').executeTakeFirst())) return refuse('stale')
    if (after.password_hash !== undefined) {
      await endOtherSessions(trx, scope)
      await announceSignInChange(trx, scope, id, { what: before.password_hash === null ? 'password_set' : 'password_changed' })
    }
    await writeMentorProfile(trx, scope, id, change, mentorFields)
    // Names of fields only: what was changed is seen, secrets and old addresses are not kept.
    const named = [...fields.map(field => (field === 'password_hash' ? 'password' : field)), ...mentorFields]
    await recordAudit(trx, scope, { action: 'changed', subject: 'user', subjectId: id, personId: id, after: { fields: named } })
    return null
  })
}

async function replacePassword(
  { platform, scope }: { platform: Platform; scope: PersonScope },
  stored: string | null,
  { password = '', current_password }: Change,
  owner: Parameters<typeof choosePassword>[2],
): Promise<string | Refusal> {
  const refusal = await refuseUnproved(platform, scope, stored, current_password)
  if (refusal) return refusal
  return choosePassword(platform, password, owner)
}

interface NewPhone {
  phone: string
  code: string
  current_password?: string | undefined
}

/**
 * Replaces the caller's number after a code confirmed the new one, and ends their other sessions. Only a
 * caller who has confirmed the number learns that another person has it. Null on success; refusals: 422
 * `wrong_password`, 403 `log_in_again`, 422 `wrong_code`, 429 `too_many_codes`, 409 `phone_taken`, and those of
 * `lockCaller`.
 */
export async function changeOwnPhone(
  platform: Proving,
  scope: PersonScope,
  { phone, code, current_password }: NewPhone,
): Promise<Refusal | null> {
  const { db } = platform
  const { id } = scope.person
  const unproved = await refuseUnproved(platform, scope, await readOwnPassword(db, scope), current_password)
  if (unproved) return unproved
  try {
    return await db.transaction().execute(async trx => {
      const refusal =
        (await spendCode(trx, scope, { address: { phone }, userId: id }, { guess: code })) ??
        (await lockCaller(trx, scope)) ??
        (await replacePhone(trx, scope, id, phone))
      if (refusal) return refusal
      await endOtherSessions(trx, scope)
      return null
    })
  } catch (error) {
    // A concurrent change took the number after the check; the unique index refuses it.
    if ((error as { constraint?: string }).constraint === 'users_active_phone') return refuse('phone_taken')
    throw error
  }
}
