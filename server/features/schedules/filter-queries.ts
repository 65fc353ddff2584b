import { type RawBuilder, sql } from 'kysely'
import type { ScheduleQuery } from '#contract/schedules.ts'
import { touchesDays } from './days/queries.ts'

type Filter = Pick<ScheduleQuery, 'support_type_id' | 'place_id' | 'mentor_id' | 'from' | 'to'>

/**
 * Whether a session matches what lists and calendars filter by. Days are local to the place: a session that
 * crosses midnight is on both.
 */
export function matchesFilter(session: 's' | 'schedules', { support_type_id, place_id, mentor_id, from, to }: Filter): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${session}.${name}`)
  const conditions: RawBuilder<unknown>[] = [touchesDays(from ? sql`${from}::date` : null, to ? sql`${to}::date` : null, session)]
  if (support_type_id) conditions.push(sql`${column('support_type_id')} = ${support_type_id}`)
  if (place_id) conditions.push(sql`${column('place_id')} = ${place_id}`)
  if (mentor_id) conditions.push(sql`${column('id')} IN (SELECT schedule_id FROM schedule_mentors WHERE mentor_id = ${mentor_id})`)
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`
}
