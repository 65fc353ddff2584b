import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import type { CurrentSchedule } from './plan-change.ts'

const currentSchedules = (db: Connection, ids: readonly string[]) =>
  db
    .selectFrom('schedules')
    .innerJoin('places', 'places.id', 'schedules.place_id')
    .selectAll('schedules')
    .select('places.time_zone')
    .select(sql<string[]>`ARRAY(SELECT mentor_id FROM schedule_mentors WHERE schedule_id = schedules.id ORDER BY roster)`.as('mentor_ids'))
    .where('schedules.id', 'in', ids)
    .orderBy('schedules.id')

/** Schedules as a change finds them, by id. */
export const findCurrentSchedules = (db: Connection, _scope: Scope, ids: readonly string[]): Promise<CurrentSchedule[]> =>
  currentSchedules(db, ids).execute()

/** The same, locked until the end of the transaction. */
export const lockCurrentSchedules = (trx: Connection, _scope: Scope, ids: readonly string[]): Promise<CurrentSchedule[]> =>
  currentSchedules(trx, ids).forNoKeyUpdate('schedules').execute()
