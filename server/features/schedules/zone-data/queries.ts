import { sql } from 'kysely'
import type { ZoneData, ZoneDataChange } from '#contract/zone-data.ts'
import { isOldZoneData } from '#domain/time/zone-data.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'

/** A server not seen for this long is not running. */
const seenHours = 3
const maxMoved = 100

/**
 * Time zone data of the running servers, moved sessions, and sessions that could not move and still
 * have their old time.
 */
export async function readZoneData(db: Connection, { now }: Scope): Promise<ZoneData> {
  const { version } = await db.selectFrom('zone_data').select('version').executeTakeFirstOrThrow()
  const servers = await db
    .selectFrom('zone_data_servers as r')
    .select(['r.server', 'r.version', 'r.seen_at'])
    .where('r.seen_at', '>', new Date(now.getTime() - seenHours * 3_600_000).toISOString())
    // A process that started after this one was last seen replaced it: a restart with other data.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('zone_data_servers as next')
            .select('next.server')
            .whereRef('next.server', '=', 'r.server')
            .whereRef('next.started_at', '>', 'r.seen_at'),
        ),
      ),
    )
    .orderBy('r.server')
    .orderBy('r.version')
    .execute()
  const { rows: conflicts } = await changes(
    sql`c.conflict IS NOT NULL AND c.version = ${version} AND s.starts_at = c.before_starts_at AND s.starts_at > ${now} AND s.status <> 'cancelled'
      ORDER BY s.starts_at, c.id`,
  ).execute(db)
  const { rows: moved } = await changes(sql`c.conflict IS NULL ORDER BY c.found_at DESC, c.id DESC LIMIT ${maxMoved}`).execute(db)
  const versions = new Set(servers.map(server => server.version))
  return { version, is_old: isOldZoneData(version, now), differs: versions.size > 1, servers, conflicts, moved }
}

const changes = (which: ReturnType<typeof sql>) => sql<ZoneDataChange>`
  SELECT c.id, c.schedule_id, t.name AS support_type, p.name AS place, p.time_zone, c.version, c.before_starts_at, c.after_starts_at, c.booked, c.conflict,
    ARRAY(SELECT u.name FROM schedule_mentors m JOIN users u ON u.id = m.mentor_id WHERE m.schedule_id = s.id ORDER BY m.roster) AS mentors
  FROM zone_data_changes c JOIN schedules s ON s.id = c.schedule_id JOIN support_types t ON t.id = s.support_type_id JOIN places p ON p.id = s.place_id
  WHERE ${which}`
