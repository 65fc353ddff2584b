import { sql } from 'kysely'
import type { RecordView } from '#contract/profile.ts'
import { type Connection, planned } from '../../platform/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'

/** What of a person's record was shown. */
export type Viewed = RecordView['what']

/**
 * Logs that the caller was shown other people's records, which those people can see (product rules §3). One statement for any number of people. One's own
 * record is not logged. A merged record counts for the person it was merged into. The same view of the same person within an hour is one entry.
 */
export async function logRecordAccess(
  db: Connection,
  { person, now }: PersonScope,
  shown: string | readonly string[],
  what: Viewed,
): Promise<void> {
  const others = [...new Set([shown].flat())].filter(id => id !== person.id)
  if (others.length === 0) return
  const at = now.toISOString()
  const entries = sql<object>`INSERT INTO record_views (viewer_id, user_id, what, at)
    SELECT ${person.id}::uuid, shown.id, ${what}::text, ${at}::timestamptz
    FROM (SELECT DISTINCT coalesce(u.merged_into, u.id) AS id FROM users u WHERE u.id = ANY (${others}::uuid[])) AS shown
    WHERE shown.id <> ${person.id}::uuid AND NOT EXISTS (SELECT 1 FROM record_views v WHERE v.user_id = shown.id AND v.viewer_id = ${person.id}::uuid AND v.what = ${what}::text
      AND v.at > ${at}::timestamptz - interval '1 hour')`
  await planned(db, entries.compile(db))
}

/**
 * Logs the people whose contact details stand in an answer, and returns the answer. A refusal shows no one. Use it around every answer that shows people
 * other than the caller; server/access-log.test.ts finds the calls that do not.
 */
export async function logShown<Answer>(db: Connection, scope: PersonScope, what: Viewed, answer: Answer): Promise<Answer> {
  if (!(answer instanceof Refusal)) await logRecordAccess(db, scope, peopleIn(answer), what)
  return answer
}

/** The ids of everyone in an answer who is shown with a phone number (contract `Person`, `User` and what extends them). Mentors' public names have none. */
function peopleIn(answer: unknown, found: string[] = []): string[] {
  if (typeof answer !== 'object' || answer === null) return found
  if ('id' in answer && 'name' in answer && 'phone' in answer && typeof answer.id === 'string') found.push(answer.id)
  for (const value of Object.values(answer)) peopleIn(value, found)
  return found
}
