import { sql } from 'kysely'
import { type Connection, planned } from '../../platform/database.ts'
import type { PersonScope } from '../../platform/scope.ts'

/** What of a client's record was opened. */
export type Viewed = 'profile' | 'appointment' | 'history' | 'questions' | 'feedback' | 'export'

/**
 * Keeps that somebody opened a client's record, which the client can see (product rules §3). One's own is nobody's business; the same thing opened again
 * within the hour is one look.
 */
export async function recordView(db: Connection, { person, now }: PersonScope, userId: string, what: Viewed): Promise<void> {
  if (person.id === userId) return
  const view = sql<object>`INSERT INTO record_views (viewer_id, user_id, what, at)
    SELECT ${person.id}, ${userId}, ${what}, ${now.toISOString()}::timestamptz
    WHERE NOT EXISTS (SELECT 1 FROM record_views WHERE user_id = ${userId} AND viewer_id = ${person.id} AND what = ${what}
      AND at > ${now.toISOString()}::timestamptz - interval '1 hour')`
  await planned(db, view.compile(db))
}
