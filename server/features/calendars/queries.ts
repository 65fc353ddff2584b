import { sql } from 'kysely'
import type { CalendarFeed } from '#contract/calendars.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { hashToken } from '../../platform/session-gate.ts'

const selectFeeds = (db: Connection) =>
  db
    .selectFrom('calendar_feeds as f')
    .innerJoin('users as u', 'u.id', 'f.user_id')
    .select(['f.id', 'f.kind', 'f.created_at', 'f.last_used_at', 'u.id as maker_id', 'u.name as maker_name'])
    .where('f.revoked_at', 'is', null)
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')

type FeedRow = Awaited<ReturnType<ReturnType<typeof selectFeeds>['executeTakeFirstOrThrow']>>
const present = ({ maker_id, maker_name, ...row }: FeedRow): CalendarFeed => ({ ...row, made_by: { id: maker_id, name: maker_name } })

/** The caller's active calendar addresses, newest first. */
export const listOwnFeeds = async (db: Connection, { person }: PersonScope): Promise<CalendarFeed[]> =>
  (await selectFeeds(db).where('f.user_id', '=', person.id).where('f.kind', '<>', 'place').execute()).map(present)

/**
 * The active addresses of a place's calendar, newest first. The route has checked that the caller may see
 * them.
 */
export const listPlaceFeeds = async (db: Connection, _scope: PersonScope, placeId: string): Promise<CalendarFeed[]> =>
  (await selectFeeds(db).where('f.place_id', '=', placeId).execute()).map(present)

/** The content of a feed address, with its owner's current permissions. */
export interface FoundFeed {
  id: string
  kind: CalendarFeed['kind']
  last_used_at: string | null
  user_id: string
  user_name: string
  user_zone: string
  user_locale: string
  abilities: string[]
  is_mentor: boolean
  place_id: string | null
  place_name: string | null
  place_zone: string | null
  site_name: string
  site_locale: string
}

const feedByToken = defineQuery(
  'calendar feed by token',
  (_db, { hash }: { hash: Param<Buffer> }) => sql<FoundFeed>`
    SELECT f.id, f.kind, f.last_used_at, u.id AS user_id, u.name AS user_name, u.time_zone AS user_zone, u.locale AS user_locale, r.abilities, r.is_mentor,
      p.id AS place_id, p.name AS place_name, p.time_zone AS place_zone, s.site_name, s.locale AS site_locale
    FROM calendar_feeds f JOIN users u ON u.id = f.user_id AND u.active CROSS JOIN LATERAL roles_of(u.id) r
      LEFT JOIN places p ON p.id = f.place_id CROSS JOIN settings s
    WHERE f.token_hash = ${hash} AND f.revoked_at IS NULL AND NOT lacks_provider(u.id)`,
)

/**
 * The feed of an address, if it is active and its owner still exists. As programs' tokens, it rests while
 * a role of the owner demands an identity provider and none vouches for them.
 */
export async function findFeed(db: Connection, _scope: Scope, token: string): Promise<FoundFeed | null> {
  const [found] = await feedByToken(db, { hash: hashToken(token) })
  return found ?? null
}
