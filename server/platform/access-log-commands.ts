import { sql } from 'kysely'
import type { ShownPart } from '#contract/access-log.ts'
import { defineQuery, type Param } from './database/compiled-query.ts'
import type { Connection } from './database/connection.ts'
import type { PersonScope } from './scope.ts'

/** The people whose records a response shows: by id, and as the clients of appointments. */
export interface Shown {
  people: readonly string[]
  appointments?: readonly string[]
}

const insertViews = defineQuery(
  'log record access',
  (
    _db,
    {
      viewer,
      people,
      appointments,
      what,
      at,
    }: {
      viewer: Param<string>
      people: Param<readonly string[]>
      appointments: Param<readonly string[]> | undefined
      what: Param<ShownPart>
      at: Param<string>
    },
  ) => {
    const clients = appointments ? sql`UNION ALL SELECT a.user_id FROM appointments a WHERE a.id = ANY (${appointments}::uuid[])` : sql``
    return sql<object>`INSERT INTO record_views (viewer_id, user_id, what, at)
      SELECT ${viewer}::uuid, shown.id, ${what}::text, ${at}::timestamptz
      FROM (SELECT DISTINCT coalesce(u.merged_into, u.id) AS id
        FROM users u JOIN (SELECT unnest(${people}::uuid[]) AS id ${clients}) s USING (id)) AS shown
      WHERE shown.id <> ${viewer}::uuid AND NOT EXISTS (SELECT 1 FROM record_views v
        WHERE v.user_id = shown.id AND v.viewer_id = ${viewer}::uuid AND v.what = ${what}::text
          AND v.at > ${at}::timestamptz - interval '1 hour')`
  },
)

/**
 * Logs that the caller was shown other people's records; those people can see the log (decision record 052).
 * One statement for any number of people. The caller's own record is not logged. A merged record counts
 * for the person it was merged into. The same part of the same person within an hour is one entry.
 */
export async function logRecordAccess(
  db: Connection,
  { person, now }: PersonScope,
  { people, appointments = [] }: Shown,
  what: ShownPart,
): Promise<void> {
  const others = [...new Set(people)].filter(id => id !== person.id)
  if (others.length + appointments.length === 0) return
  await insertViews(db, {
    viewer: person.id,
    people: others,
    appointments: appointments.length > 0 ? [...new Set(appointments)] : undefined,
    what,
    at: now.toISOString(),
  })
}

/** Logs all people in a response. */
export const logShown = (db: Connection, scope: PersonScope, answer: unknown, what: ShownPart): Promise<void> =>
  logRecordAccess(db, scope, findShown(answer), what)

const isId = (value: unknown): value is string => typeof value === 'string'
const personFields = new Set(['user', 'person', 'client', 'author'])

/**
 * All people in a response who are shown as a client or with contact details: objects with a phone number
 * (contract `Person`, `User` and their extensions), objects under `user`, `person`, `client` or `author`,
 * and the ids in `user_id`, `person_id` and `appointment_id`. Mentors' public names and `withheld` items
 * are excluded.
 */
export function findShown(answer: unknown, found = { people: [] as string[], appointments: [] as string[] }): typeof found {
  if (typeof answer !== 'object' || answer === null || ('withheld' in answer && answer.withheld === true)) return found
  if ('id' in answer && isId(answer.id) && 'name' in answer && 'phone' in answer) found.people.push(answer.id)
  // Without an array for each object: a list has thousands of them.
  for (const key in answer) {
    const value: unknown = answer[key as keyof typeof answer]
    if (typeof value === 'string') {
      if (key === 'user_id' || key === 'person_id') found.people.push(value)
      else if (key === 'appointment_id') found.appointments.push(value)
    } else if (typeof value === 'object' && value !== null) {
      if (personFields.has(key) && 'id' in value && isId(value.id)) found.people.push(value.id)
      findShown(value, found)
    }
  }
  return found
}
