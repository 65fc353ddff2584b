import { sql } from 'kysely'
import type { BulkChange, CancelledSession, ChangedSession } from '#contract/bulk.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { presentObstacle, refuse, type Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { isToldClient, isToldMentor } from '../cancel-commands.ts'
import { findCurrentSchedules } from '../current-queries.ts'
import type { CurrentSchedule } from '../plan-change.ts'
import { explainUnchangeable } from '../policy.ts'
import { type MentorRow, presentMentorName } from '../present.ts'
import type { Listed } from '../series/commands.ts'
import { decideSessions, findChangeWarnings } from '../series/plan-changes.ts'
import { noWarnings } from '../warnings/queries.ts'
import { toSessionsChange } from './commands.ts'

/** What `changeInBulk` would do to each session; each can be refused by itself. Stores nothing. */
export async function previewChanges(db: Connection, scope: Scope, { sessions, ...input }: BulkChange): Promise<ChangedSession[]> {
  const found = await findListed(db, scope, sessions)
  const current = found.flatMap(({ session, refusal }) => (session && !refusal ? [session] : []))
  const all = await decideSessions(db, scope, current, toSessionsChange(input))
  const decided = new Map(all.map(one => [one.current.id, one]))
  const warnings = await findChangeWarnings(db, scope, all)
  return found.map(({ id, refusal }) => {
    const one = decided.get(id)
    const refused = refusal ?? (one && 'refusal' in one ? one.refusal : null)
    const { starts, ends } = one && 'changed' in one ? one.changed.session : {}
    return {
      id,
      problem: refused && presentObstacle(refused, scope.language),
      clashes: refused?.details.clashes ?? [],
      ...(warnings.get(id) ?? noWarnings),
      booked: refused?.details.booked ?? [],
      starts_at: starts?.instant.toString() ?? null,
      ends_at: ends?.instant.toString() ?? null,
    }
  })
}

/** Whether each session can be cancelled, and who would be told. */
export async function previewCancelling(db: Connection, scope: Scope, sessions: Listed): Promise<CancelledSession[]> {
  const found = await findListed(db, scope, sessions)
  const ids = found.flatMap(({ id, refusal }) => (refusal ? [] : [id]))
  const { rows } = await sql<{ id: string; clients: CancelledSession['clients']; mentors: MentorRow[] }>`
    SELECT s.id,
      (SELECT coalesce(json_agg(json_build_object('appointment_id', a.id, 'user_id', u.id, 'reference', a.reference, 'name', u.name,
          'starts_at', to_char(a.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) ORDER BY a.starts_at, a.serial), '[]')
        FROM appointments a JOIN users u ON u.id = a.user_id WHERE a.schedule_id = s.id AND ${isToldClient('a', scope)}) AS clients,
      (SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id) ORDER BY m.roster), '[]')
        FROM schedule_mentors m JOIN users u ON u.id = m.mentor_id
        WHERE m.schedule_id = s.id AND s.status = 'published' AND ${isToldMentor('m.mentor_id', scope)}) AS mentors
    FROM schedules s WHERE s.id = ANY (${ids}::uuid[])`.execute(db)
  const told = new Map(rows.map(row => [row.id, row]))
  return found.map(({ id, refusal }) => ({
    id,
    problem: refusal && presentObstacle(refusal, scope.language),
    clients: told.get(id)?.clients ?? [],
    mentors: told.get(id)?.mentors.map(presentMentorName) ?? [],
  }))
}

interface ListedSession {
  id: string
  session: CurrentSchedule | undefined
  refusal: Refusal | null
}

/** The listed sessions in their order, and why each can no longer be changed. */
async function findListed(db: Connection, scope: Scope, listed: Listed): Promise<ListedSession[]> {
  const revisions = new Map(listed.map(({ id, revision }) => [id, revision]))
  const found = new Map((await findCurrentSchedules(db, scope, [...revisions.keys()])).map(session => [session.id, session]))
  return [...revisions].map(([id, revision]) => {
    const session = found.get(id)
    return { id, session, refusal: session ? explainUnchangeable(session, revision, scope.now) : refuse('not_found') }
  })
}
