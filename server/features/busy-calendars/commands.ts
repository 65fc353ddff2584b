import type { BusyCalendar } from '#contract/busy-calendars.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { refuseField, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { canBePlanned } from '../schedules/planning/queries.ts'
import { recordAudit } from '../audit/commands.ts'
import { lockPeople } from '../people/commands.ts'
import { addressPlace, listBusyCalendars } from './queries.ts'

type RefreshContext = Pick<Platform, 'db' | 'secrets'>

/**
 * Sets a mentor's external calendar. Busy times of the previous one stay until the new one has been
 * read. Refusal: 422 if the mentor is not active.
 */
export const setBusyCalendar = (
  { db, secrets }: RefreshContext,
  scope: PersonScope,
  mentorId: string,
  address: string,
): Promise<BusyCalendar | Refusal> =>
  db.transaction().execute(async trx => {
    await lockPeople(trx, scope, [mentorId])
    if (!(await canBePlanned(trx, scope, mentorId))) return refuseField('mentor_id', 'field.isNotAnActiveMentor')
    const fresh = {
      address: secrets.seal(addressPlace(mentorId), address),
      added_at: scope.now,
      due_at: scope.now,
      lease: null,
      etag: null,
      last_modified: null,
      failing_since: null,
      why: null,
      detail: null,
    }
    await trx
      .insertInto('busy_calendars')
      .values({ mentor_id: mentorId, ...fresh })
      .onConflict(conflict => conflict.column('mentor_id').doUpdateSet(fresh))
      .execute()
    // Only the host: the full address gives access to the calendar.
    await recordAudit(trx, scope, { action: 'entered', ...its(mentorId), after: { host: new URL(address).host } })
    // Before another request can remove it.
    const [calendar] = await listBusyCalendars({ db: trx, secrets }, scope, mentorId)
    if (!calendar) throw new Error('the calendar that was just set is not listed')
    return calendar
  })

/** Schedules a refresh for the next run of the job. */
export const scheduleRefresh = (db: Connection, { now }: PersonScope, mentorId: string) =>
  db.updateTable('busy_calendars').set({ due_at: now }).where('mentor_id', '=', mentorId).where('lease', 'is', null).execute()

/** Removes a calendar with its busy times. False if there is none. */
export const removeBusyCalendar = ({ db, secrets }: RefreshContext, scope: PersonScope, mentorId: string): Promise<boolean> =>
  db.transaction().execute(async trx => {
    const gone = await trx.deleteFrom('busy_calendars').where('mentor_id', '=', mentorId).returning('address').executeTakeFirst()
    const before = gone && { host: new URL(secrets.open(addressPlace(mentorId), gone.address).toString()).host }
    if (before) await recordAudit(trx, scope, { action: 'removed', ...its(mentorId), before })
    return gone !== undefined
  })

const its = (mentorId: string) => ({ subject: 'busy_calendar' as const, subjectId: mentorId, personId: mentorId })
