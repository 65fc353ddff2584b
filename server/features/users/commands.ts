import { sql } from 'kysely'
import type { z } from 'zod'
import type { NewUser, UserChange } from '#contract/users.ts'
import { isZone } from '#domain/time/zone.ts'
import type { Connection } from '../../platform/database.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { readPhone } from '../people/queries.ts'
import { refuseTakenPhone } from './taken-phone.ts'
import { whyUntouched } from './untouched-queries.ts'

type Fields = Omit<z.output<typeof UserChange>, 'revision'>

/** Creates a person; answers the id. Refusals: 409 `phone_taken`, 422 at `phone`, `contact_phone`, `time_zone`. */
export async function createUser(
  db: Connection,
  scope: PersonScope,
  { name, ...wish }: z.output<typeof NewUser>,
): Promise<string | Refusal> {
  const fields = await readFields(db, scope, wish)
  if (fields instanceof Refusal) return fields
  const created = await db.transaction().execute(async trx => {
    const row = await trx
      .insertInto('users')
      .values({ ...fields, name, created_at: scope.now })
      .onConflict(conflict => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (row) await recordAudit(trx, scope, { action: 'created', subject: 'user', subjectId: row.id, personId: row.id })
    return row
  })
  return created ? created.id : refuseTakenPhone(db, scope, fields.phone)
}

/**
 * Changes what differs, in one conditional statement. Null when done. Refusals: 404, 409 `stale`, `record_closed`, `phone_taken`, 403 `outranked`, 422 at
 * fields; one's own phone is 422, because only a code proves it.
 */
export async function changeUser(
  db: Connection,
  scope: PersonScope,
  id: string,
  { revision, ...wish }: z.output<typeof UserChange>,
): Promise<Refusal | null> {
  const after = await readFields(db, scope, wish)
  if (after instanceof Refusal) return after
  const before = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!before) return refuse('not_found')
  const fields = (Object.keys(after) as (keyof typeof after)[]).filter(
    field => after[field] !== undefined && after[field] !== before[field],
  )
  if (id === scope.person.id && fields.includes('phone')) {
    return refuseField('phone', 'is your own number: change it in your profile, where a code proves it')
  }
  if (fields.length === 0) {
    const refusal = await whyUntouched(db, scope, id)
    return refusal.code !== 'stale' || (revision !== undefined && revision !== before.revision) ? refusal : null
  }
  try {
    return await db.transaction().execute(async trx => {
      const changed = await trx
        .updateTable('users')
        .set(Object.fromEntries(fields.map(field => [field, after[field]])))
        .where('id', '=', id)
        .where('merged_into', 'is', null)
        .where('erased_at', 'is', null)
        .where(sql<boolean>`may_manage(${scope.person.id}, users.id)`)
        .$if(revision !== undefined, update => update.where('revision', '=', revision ?? 0))
        .returning('id')
        .executeTakeFirst()
      if (!changed) return whyUntouched(trx, scope, id)
      await recordAudit(trx, scope, { action: 'changed', subject: 'user', subjectId: id, personId: id, after: { fields } })
      return null
    })
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'users_active_phone') return refuseTakenPhone(db, scope, after.phone)
    throw error
  }
}

/** What was sent as it is kept: numbers in E.164, zones that exist. */
async function readFields(db: Connection, scope: PersonScope, wish: Fields): Promise<Fields | Refusal> {
  if (wish.time_zone !== undefined && !isZone(wish.time_zone)) return refuseField('time_zone', 'must be a time zone like Europe/London')
  const fields = { ...wish }
  for (const field of ['phone', 'contact_phone'] as const) {
    const typed = wish[field]
    if (!typed) continue
    const phone = await readPhone(db, scope, typed)
    if (phone instanceof Refusal) return refuseField(field, phone.details.errors?.phone?.[0] ?? 'is not a possible phone number')
    fields[field] = phone
  }
  return fields
}
