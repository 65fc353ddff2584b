import { type RawBuilder, sql } from 'kysely'
import type { MentorName } from '#contract/people.ts'
import { defineQuery } from '../../../platform/database/compiled-query.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'
import { presentMentorName } from '../present.ts'

/** Whether a person is active, and a mentor by their roles; `of` is the table of people or its alias. */
export const isActiveMentor = (of: 'users' | 'u' = 'users'): RawBuilder<boolean> => sql<boolean>`(${sql.ref(`${of}.active`)} AND EXISTS (
  SELECT 1 FROM role_assignments a JOIN roles r ON r.id = a.role_id WHERE a.user_id = ${sql.ref(`${of}.id`)} AND r.is_mentor))`

/**
 * These people in this order, without unknown ones, each with whether they can be planned: active,
 * and a mentor by their roles.
 */
export async function findMentors(
  db: Connection,
  _scope: Scope,
  ids: string[],
): Promise<{ id: string; name: string; canBePlanned: boolean }[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .select(isActiveMentor().as('canBePlanned'))
    .where('id', 'in', ids)
    .execute()
  return ids.flatMap(id => rows.find(row => row.id === id) ?? [])
}

/** Whether one person can be planned, as `findMentors` says of several. */
export async function canBePlanned(db: Connection, scope: Scope, id: string): Promise<boolean> {
  const [mentor] = await findMentors(db, scope, [id])
  return mentor?.canBePlanned ?? false
}

const activeMentors = defineQuery('active mentors', db =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'photo_id'])
    .select(sql<string[]>`ARRAY(SELECT support_type_id FROM mentor_support_types WHERE user_id = users.id)`.as('support_type_ids'))
    .where(isActiveMentor())
    .orderBy('name')
    .orderBy('id'),
)

/** Every active mentor with what they help with, by name. */
export async function listMentorsToPlan(db: Connection, _scope: Scope): Promise<(MentorName & { support_type_ids: string[] })[]> {
  const rows = await activeMentors(db)
  return rows.map(({ support_type_ids, ...row }) => ({ ...presentMentorName(row), support_type_ids }))
}

/**
 * The zone of an active place; null otherwise. In a transaction the zone is locked, because times
 * derive from it.
 */
export async function findPlaceZone(db: Connection, _scope: Scope, id: string): Promise<string | null> {
  const place = await db
    .selectFrom('places')
    .select('time_zone')
    .where('id', '=', id)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst()
  return place?.time_zone ?? null
}

/** The region whose public holidays count at a place; null for none. */
export async function findHolidayRegion(db: Connection, _scope: Scope, placeId: string): Promise<string | null> {
  const place = await db.selectFrom('places').select('holiday_region').where('id', '=', placeId).executeTakeFirst()
  return place?.holiday_region ?? null
}

/** Whether a place is online. */
export async function isPlaceOnline(db: Connection, _scope: Scope, placeId: string): Promise<boolean> {
  const place = await db.selectFrom('places').select('kind').where('id', '=', placeId).executeTakeFirst()
  return place?.kind === 'online'
}

/** Whether a support type is active. */
export async function isSupportTypeActive(db: Connection, _scope: Scope, supportTypeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('support_types')
    .select('id')
    .where('id', '=', supportTypeId)
    .where('active', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a support type has a length with an interpreter. */
export async function hasInterpretedLength(db: Connection, _scope: Scope, supportTypeId: string): Promise<boolean> {
  const row = await db.selectFrom('support_types').select('interpreted_minutes').where('id', '=', supportTypeId).executeTakeFirst()
  return (row?.interpreted_minutes ?? null) !== null
}
