import { sql } from 'kysely'
import type { OfferedPlace, PlaceQuery } from '#contract/places.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { defineSharedQuery } from '../../platform/database/shared-query.ts'
import type { Scope } from '../../platform/scope.ts'
import { maxExported, streamInParts } from '../../platform/stream-in-parts.ts'
import { countClientsToNotify } from '../place-changes/queries.ts'
import { countAhead, type AheadRow } from '../session-counts/queries.ts'
import { presentPlace, type PlaceRow } from './present.ts'

/** Places with their planned sessions: active ones first, then retired ones. */
export const listOfferedPlaces = defineSharedQuery('offered places', async (db, scope, filter: PlaceQuery) => {
  const { page, per_page } = filter
  const { total, ids } = await findIds(db, scope, filter)
  return { data: await readPlaces(db, scope, ids), meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) } }
})

/** All places of a filter in the same order, in parts. Those added meanwhile are left out. */
export async function* streamOfferedPlaces(db: Connection, scope: Scope, filter: Omit<PlaceQuery, 'page' | 'per_page'>) {
  const { ids } = await findIds(db, scope, { ...filter, page: 1, per_page: maxExported })
  yield* streamInParts(ids, part => readPlaces(db, scope, part))
}

async function findIds(db: Connection, scope: Scope, { page, per_page, search, state, sort }: PlaceQuery) {
  let matching = db.selectFrom('places')
  if (state !== 'all') matching = matching.where('active', '=', state === 'active')
  if (search) matching = matching.where(sql<boolean>`strpos(lower(name || ' ' || address), lower(${search})) > 0`)
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await matching
    .select('id')
    .orderBy('active', 'desc')
    .$if(sort === '-ahead', query =>
      query.orderBy(sql`(${countAhead(scope, sql`schedules.place_id = places.id`)} ->> 'sessions')::int`, 'desc'),
    )
    .orderBy('name', sort === '-name' ? 'desc' : 'asc')
    .orderBy('id')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { total, ids: rows.map(({ id }) => id) }
}

async function readPlaces(db: Connection, scope: Scope, ids: readonly string[]): Promise<OfferedPlace[]> {
  const rows = await db
    .selectFrom('places')
    .selectAll('places')
    .select([ahead(scope), ...toTell(scope)])
    .where(sql<boolean>`places.id = ANY (${ids}::uuid[])`)
    .orderBy(sql`array_position(${ids}::uuid[], places.id)`)
    .execute()
  return rows.map(present)
}

/** One place, active or retired, with its planned sessions. */
export async function findOfferedPlace(db: Connection, scope: Scope, id: string): Promise<OfferedPlace | null> {
  const row = await db
    .selectFrom('places')
    .selectAll('places')
    .select([ahead(scope), ...toTell(scope)])
    .where('places.id', '=', id)
    .executeTakeFirst()
  return row ? present(row) : null
}

const ahead = (scope: Scope) => countAhead(scope, sql`schedules.place_id = places.id`).as('ahead')

const toTell = (scope: Scope) =>
  [
    countClientsToNotify(scope, { placeId: sql`places.id`, onlyLink: false }).as('clients_ahead'),
    countClientsToNotify(scope, { placeId: sql`places.id`, onlyLink: true }).as('clients_ahead_of_link'),
  ] as const

const present = (row: PlaceRow & { ahead: AheadRow; clients_ahead: number; clients_ahead_of_link: number }): OfferedPlace => ({
  ...presentPlace(row),
  meeting_url: row.meeting_url,
  holiday_region: row.holiday_region,
  ahead: row.ahead,
  clients_ahead: row.clients_ahead,
  clients_ahead_of_link: row.clients_ahead_of_link,
})
