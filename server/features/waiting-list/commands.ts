import { sql } from 'kysely'
import type { RefusalCode } from '#contract/refusals.ts'
import type { NewWaitingEntry, SeenOffer } from '#contract/waiting-list.ts'
import { addDays, daysBetween, localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { maxEntryDays, maxEntries } from '#domain/waiting/queue.ts'
import { isSameOffer } from '#domain/waiting/same-offer.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { readSettingsRow } from '../site/queries.ts'
import { hasBookableTime, findInactiveChoices } from './queries.ts'

const noOffer = { offered_slot_id: null, offer_ends_at: null }

/**
 * Adds an entry to the waiting list. Refuses past or too many days, inactive choices, and times
 * that can be booked now. Returns the entry's id.
 */
export async function joinWaitingList(db: Connection, scope: PersonScope, body: NewWaitingEntry): Promise<string | Refusal> {
  const { place_id = null, mentor_id = null, language = null, interpreter = null } = body
  const input = { ...body, place_id, mentor_id, language, interpreter }
  const { time_zone } = await readSettingsRow(db)
  const today = localDateOf(Temporal.Instant.fromEpochMilliseconds(scope.now.getTime()), time_zone)
  // The place's local date may be one day before the organisation's.
  if (daysBetween(addDays(today, -1), input.from_date) < 0) return refuseField('from_date', 'field.mustNotBeInThePast')
  if (daysBetween(input.from_date, input.to_date) < 0) return refuseField('to_date', 'field.mustNotBeBeforeFromDate')
  if (daysBetween(input.from_date, input.to_date) > maxEntryDays)
    return refuseField('to_date', ['field.mustBeAtMostDaysAfterFrom', { days: maxEntryDays }])
  const errors = await findInactiveChoices(db, scope, input)
  if (Object.keys(errors).length > 0) return refuse('invalid', { errors })
  if (await hasBookableTime(db, scope, input)) return refuse('times_free')

  return db.transaction().execute(async trx => {
    const joining = sql<{ refusal: RefusalCode | null; entry: string | null }>`
      SELECT * FROM join_waiting_list(${scope.person.id}, ${input.support_type_id}, ${input.place_id}, ${input.mentor_id}, ${input.from_date}, ${input.to_date},
        ${maxEntries}, ${scope.now}, ${input.language}, ${input.interpreter})`
    const [outcome] = (await joining.execute(trx)).rows
    if (!outcome?.entry) return refuse(outcome?.refusal ?? 'unexpected')
    const { entry } = outcome
    await recordAudit(trx, scope, { action: 'joined', subject: 'waiting', subjectId: entry, personId: scope.person.id })
    return entry
  })
}

/**
 * Leaves the waiting list. An offered seat is reserved for the next entry in the same transaction.
 */
export function leaveWaitingList(db: Connection, scope: PersonScope, id: string): Promise<Refusal | null> {
  return db.transaction().execute(async trx => {
    const left = await trx
      .updateTable('waiting_list')
      .set({ state: 'left', ...noOffer })
      .where('id', '=', id)
      .where('user_id', '=', scope.person.id)
      .where(sql<boolean>`is_open_entry(state)`)
      .returning('id')
      .executeTakeFirst()
    if (!left) return refuse('waiting_ended')
    await recordAudit(trx, scope, { action: 'left', subject: 'waiting', subjectId: id, personId: scope.person.id })
    return null
  })
}

/** Declines the offer that the client saw; the entry keeps its position. */
export function declineOffer(db: Connection, scope: PersonScope, id: string, seen: SeenOffer): Promise<Refusal | null> {
  return db.transaction().execute(async trx => {
    const open = await trx
      .selectFrom('waiting_list as w')
      .innerJoin('slots as x', 'x.id', 'w.offered_slot_id')
      .select(['x.schedule_id', 'x.starts_at', 'x.mentor_id'])
      .where('w.id', '=', id)
      .where('w.user_id', '=', scope.person.id)
      .where('w.state', '=', 'offered')
      .where('w.offer_ends_at', '>', scope.now.toISOString())
      .forUpdate('w')
      .executeTakeFirst()
    if (!open || (seen && !isSameOffer(open, seen))) return refuse('offer_ended')
    await trx
      .updateTable('waiting_offers')
      .set({ outcome: 'declined', settled_at: scope.now })
      .where('entry_id', '=', id)
      .where('outcome', 'is', null)
      .execute()
    await trx
      .updateTable('waiting_list')
      .set({ state: 'waiting', ...noOffer })
      .where('id', '=', id)
      .execute()
    await recordAudit(trx, scope, { action: 'offer_declined', subject: 'waiting', subjectId: id, personId: scope.person.id })
    return null
  })
}
