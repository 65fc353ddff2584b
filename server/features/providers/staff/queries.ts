import { sql } from 'kysely'
import type { Connection } from '../../../platform/database/connection.ts'
import type { PersonScope } from '../../../platform/scope.ts'

const maxShown = 200

interface UnseenRow {
  id: string
  name: string
  last_seen_at: string | null
  total: number
}

/** Active people with a role whom no provider has seen for so many days; those never seen first. */
export async function listUnseenStaff(db: Connection, { now }: PersonScope, days: number) {
  const { rows } = await sql<UnseenRow>`
    SELECT u.id, u.name, max(p.last_seen_at) AS last_seen_at, count(*) OVER ()::int AS total
    FROM users u LEFT JOIN provider_accounts p ON p.user_id = u.id
    WHERE u.active AND EXISTS (SELECT FROM role_assignments a WHERE a.user_id = u.id)
    GROUP BY u.id
    HAVING coalesce(max(p.last_seen_at), '-infinity') < ${now}::timestamptz - make_interval(days => ${days}::int)
    ORDER BY max(p.last_seen_at) NULLS FIRST, u.name_key, u.id LIMIT ${maxShown}`.execute(db)
  return {
    data: rows.map(({ id, name, last_seen_at }) => ({ user: { id, name }, last_seen_at })),
    total: rows[0]?.total ?? 0,
  }
}
