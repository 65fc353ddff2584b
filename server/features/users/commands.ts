import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { NewUser, UserChange } from '#contract/users.ts'
import { isZone } from '#domain/time/zone.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { refuseWayInWithoutReason } from '../access-log/reasons/queries.ts'
import { recordAudit } from '../audit/commands.ts'
import { lockPeople, readSpoken } from '../people/commands.ts'
import { compareMentorProfile, writeMentorProfile } from '../people/mentor-profile/commands.ts'
import { signsIn } from '../people/emails/queries.ts'
import { isOpenRecord, readPhone } from '../people/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { refuseForPrivileged, refuseOwnPhone } from './phone-commands.ts'
import { mayManage } from './queries.ts'
import { refuseTakenPhone } from './refuse-taken-phone.ts'
import { explainZeroRows } from './explain-queries.ts'

type Fields = Omit<z.output<typeof UserChange>, 'revision' | 'bio' | 'support_type_ids'>

/**
 * Creates a person, with the organisation's language and time zone unless others are given. Returns the id.
 * Refusals: 409 `phone_taken`, 422 at `phone`, `contact_phone`, `time_zone`.
 */
export async function createUser(
  db: Connection,
  scope: PersonScope,
  { name, ...input }: z.output<typeof NewUser>,
): Promise<string | Refusal> {
  const fields = await readFields(db, scope, input)
  if (fields instanceof Refusal) return fields
  const spoken = readSpoken({ spoken_language: null, needs_interpreter: false, working_languages: [] }, input)
  if (spoken instanceof Refusal) return spoken
  const { locale, time_zone } = await readSettingsRow(db)
  const created = await db.transaction().execute(async trx => {
    const row = await trx
      .insertInto('users')
      .values({ locale, time_zone, ...fields, ...spoken, name, created_at: scope.now })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) await recordAudit(trx, scope, { action: 'created', subject: 'user', subjectId: row.id, personId: row.id })
    return row
  })
  return created ? created.id : refuseTakenPhone(db, scope, fields.phone)
}

/**
 * Changes what differs, in one conditional statement. Null when done.
 * Refusals: 404, 409 `stale`, `record_closed`, `phone_taken`, 403 `outranked`, 422 at fields; one's own
 * phone and a confirmed phone or e-mail address are 422, because only a code replaces them; 403
 * `missing_ability` for those of a privileged person, and `reason_required` for those that could open the record.
 */
export async function changeUser(
  db: Connection,
  scope: PersonScope,
  id: string,
  { revision, bio, support_type_ids, ...input }: z.output<typeof UserChange>,
): Promise<Refusal | null> {
  const read = await readFields(db, scope, input)
  if (read instanceof Refusal) return read
  const before = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!before) return refuse('not_found')
  const spoken = readSpoken(before, input)
  if (spoken instanceof Refusal) return spoken
  const after = { ...read, ...spoken }
  const fields = (Object.keys(after) as (keyof typeof after)[]).filter(
    field => after[field] !== undefined && !isDeepStrictEqual(after[field], before[field]),
  )
  if (id === scope.person.id && fields.includes('phone')) {
    return refuseOwnPhone()
  }
  const profile = { bio, support_type_ids }
  const mentorFields = await compareMentorProfile(db, scope, id, profile)
  if (mentorFields instanceof Refusal) return mentorFields
  if (fields.length + mentorFields.length === 0) {
    const refusal = await explainZeroRows(db, scope, id)
    return refusal.code !== 'stale' || (revision !== undefined && revision !== before.revision) ? refusal : null
  }
  try {
    return await db.transaction().execute(async trx => {
      // First: `may_manage` reads roles, which must not change after it.
      await lockPeople(trx, scope, [id])
      const unproved = await refuseUnproved(trx, scope, id, fields)
      if (unproved) return unproved
      const changed = await trx
        .updateTable('users')
        // The trigger increments the revision, also where only the mentor's profile changes.
        .set({ ...Object.fromEntries(fields.map(field => [field, after[field]])), revision: sql`revision` })
        .where('id', '=', id)
        .where(isOpenRecord('users'))
        .where(sql<boolean>`may_manage(${scope.person.id}, users.id)`)
        .$if(revision !== undefined, update => update.where('revision', '=', revision ?? 0))
        .returning('id')
        .executeTakeFirst()
      if (!changed) return explainZeroRows(trx, scope, id)
      await writeMentorProfile(trx, scope, id, profile, mentorFields)
      const named = [...fields, ...mentorFields]
      await recordAudit(trx, scope, { action: 'changed', subject: 'user', subjectId: id, personId: id, after: { fields: named } })
      return null
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_active_phone') return refuseTakenPhone(db, scope, after.phone)
    throw error
  }
}

/**
 * Staff enter and correct a number or e-mail address that its owner has not confirmed. A confirmed
 * one opens the record, so only a code replaces it; a record with another way to sign in gets no
 * number without a code either. Locks the record until the end of the transaction.
 */
async function refuseUnproved(trx: Connection, scope: PersonScope, id: string, fields: readonly string[]): Promise<Refusal | null> {
  if (!fields.includes('phone') && !fields.includes('email')) return null
  const row = await trx
    .selectFrom('users')
    .select(['phone_verified_at', 'email_verified_at', signsIn.as('signs_in')])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuse('not_found')
  if (!(await mayManage(trx, scope, id))) return refuse('outranked')
  if (fields.includes('email') && row.email_verified_at !== null) return refuseField('email', 'field.wasConfirmedByItsOwnerWho')
  if (fields.includes('phone') && (row.phone_verified_at !== null || row.signs_in))
    return refuseField(
      'phone',
      row.phone_verified_at === null ? 'field.needsACodeBecauseThisPerson' : 'field.wasConfirmedByItsOwnerReplace',
    )
  return (await refuseForPrivileged(trx, scope, id)) ?? refuseWayInWithoutReason(trx, scope, id)
}

/** The input as stored: numbers in E.164, existing zones. */
async function readFields(db: Connection, scope: PersonScope, input: Fields): Promise<Fields | Refusal> {
  if (input.time_zone !== undefined && !isZone(input.time_zone)) return refuseField('time_zone', 'field.mustBeATimeZoneLike')
  const fields = { ...input }
  for (const field of ['phone', 'contact_phone'] as const) {
    const typed = input[field]
    if (!typed) continue
    const phone = await readPhone(db, scope, typed)
    if (phone instanceof Refusal) return refuseField(field, phone.details.errors?.phone?.[0] ?? 'field.isNotAPossiblePhoneNumber')
    fields[field] = phone
  }
  return fields
}
