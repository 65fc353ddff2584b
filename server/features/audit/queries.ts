import { type RawBuilder, sql } from 'kysely'
import type { AuditQuery } from '#contract/audit.ts'
import { addDays } from '#domain/time/local-date.ts'
import { startOfLocalDay } from '#domain/time/local-day.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Cursor, encodeCursor } from '../../platform/cursor.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'
import { findRequiringReason } from '../access-log/reasons/queries.ts'
import { hasShownWords, searchWords } from '../person-search/queries.ts'
import { type EntryNames, type EntryRow, presentEntry } from './present.ts'

/** Maximum number of people that part of a name can match. */
const maxPeople = 20

/**
 * The log, latest first. Each filter uses an index of its own from the cursor on, so a page costs the
 * same among millions of rows. Opened records (`record_views`) appear among the changes as action
 * `opened`. As in every list, the words about appointments that require a reason are left out.
 */
export async function findEntries(db: Connection, scope: PersonScope, filter: AuditQuery, cursor: Cursor | null) {
  const { time_zone } = await readSettingsRow(db)
  const people = await findPeople(db, scope, filter)
  const rows = people?.length === 0 ? [] : await readPage(db, conditionsOf(filter, cursor, time_zone), filter, people)
  const page = rows.slice(0, filter.per_page)
  const last = rows.length > filter.per_page ? page.at(-1) : undefined
  const [called, names, withheld] = await Promise.all([
    findEntryNames(db, page),
    findNames(db, page),
    findRequiringReason(
      db,
      scope,
      page.flatMap(({ subject, subject_id }) => (subject === 'appointment' && subject_id !== null ? subject_id : [])),
    ),
  ])
  return {
    data: page.flatMap((entry, place) => {
      const of = called[place]
      const isWithheld = entry.subject_id !== null && withheld.has(entry.subject_id)
      return of ? [presentEntry(isWithheld ? { ...entry, reason: '' } : entry, of, scope)] : []
    }),
    meta: { per_page: filter.per_page, next: last ? encodeCursor({ at: last.cursor, id: last.id }) : null, time_zone, names },
  }
}

/** The people that match a filter; null: no filter. By name only, unless the caller opens records. */
async function findPeople(db: Connection, scope: PersonScope, { person, person_id }: AuditQuery): Promise<string[] | null> {
  if (person_id) return [person_id]
  const words = searchWords(person ?? '')
  if (words.length === 0) return null
  const { rows } = await sql<{
    id: string
  }>`SELECT u.id FROM users u WHERE ${hasShownWords(scope, 'u', words, 'name')} ORDER BY u.name_key LIMIT ${maxPeople}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Conditions for both tables, on `at` and `id`. */
function conditionsOf({ from, to }: AuditQuery, cursor: Cursor | null, zone: string): RawBuilder<unknown> {
  const parts = [sql`true`]
  if (from) parts.push(sql`e.at >= ${startOfLocalDay(from, zone).toString()}::timestamptz`)
  if (to) parts.push(sql`e.at < ${startOfLocalDay(addDays(to, 1), zone).toString()}::timestamptz`)
  if (cursor) parts.push(sql`(e.at, e.id) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`)
  return sql.join(parts, sql` AND `)
}

async function readPage(db: Connection, within: RawBuilder<unknown>, filter: AuditQuery, people: string[] | null): Promise<EntryRow[]> {
  const { action, subject, subject_id, per_page } = filter
  const latest = sql`ORDER BY e.at DESC, e.id DESC LIMIT ${per_page + 1}`
  const changes = sql`SELECT e.id, e.at, e.actor_id, e.action, e.subject, e.subject_id, e.person_id, e.reason, e.before, e.after FROM audit e WHERE ${within}
    ${action ? sql`AND e.action = ${action}` : sql``} ${subject ? sql`AND e.subject = ${subject}` : sql``}
    ${subject && subject !== 'appointment' ? sql`AND e.subject <> 'appointment'` : sql``}
    ${subject_id ? sql`AND e.subject_id = ${subject_id}` : sql``}`
  const views = sql`SELECT e.id, e.at, e.viewer_id, 'opened', 'record', e.user_id, e.user_id, coalesce(e.reason, ''), NULL::jsonb, jsonb_build_object('what', e.what)
    FROM record_views e WHERE ${within} AND e.what <> 'audit' ${subject_id ? sql`AND e.user_id = ${subject_id}` : sql``}`
  // Lists log every person in them, which would hide the changes. They appear only when filtering by
  // `opened` or by a person. Views of this audit list appear in the person's profile only.
  const single = people || action || subject ? sql`` : sql`AND e.what NOT IN ('list', 'search', 'audit')`
  const looksAtViews = (action ?? 'opened') === 'opened' && (subject ?? 'record') === 'record'
  const branches = people
    ? [
        each(people, sql`${changes} AND e.actor_id = who.id ${latest}`),
        each(people, sql`${changes} AND e.person_id = who.id ${latest}`),
        ...(looksAtViews
          ? [each(people, sql`${views} AND e.viewer_id = who.id ${latest}`), each(people, sql`${views} AND e.user_id = who.id ${latest}`)]
          : []),
      ]
    : [sql`(${changes} ${latest})`, ...(looksAtViews ? [sql`(${views} ${single} ${latest})`] : [])]
  const { rows } = await sql<EntryRow>`
    SELECT DISTINCT ON (e.at, e.id) e.*, e.at::text AS cursor FROM (${sql.join(branches, sql` UNION ALL `)}) e ${latest}`.execute(db)
  return rows
}

interface EntryIds {
  subjects: Param<readonly string[]>
  ids: Param<readonly (string | null)[]>
  actors: Param<readonly (string | null)[]>
  people: Param<readonly (string | null)[]>
}

const namesOfEntries = defineQuery(
  'names of audit entries',
  (_db, { subjects, ids, actors, people }: EntryIds) => sql<EntryNames>`
    SELECT a.reference, coalesce(s.id, a.schedule_id) AS schedule_id, p.time_zone,
      CASE WHEN s.id IS NOT NULL THEN t.name || ', ' || p.name ELSE coalesce(r.name, st.name, pl.name, c.key, tu.name) END AS called,
      actor.name AS actor_name, actor.erased_at IS NOT NULL AS actor_erased, person.name AS person_name, person.erased_at IS NOT NULL AS person_erased
    FROM unnest(${subjects}::text[], ${ids}::uuid[], ${actors}::uuid[], ${people}::uuid[])
      WITH ORDINALITY AS e(subject, subject_id, actor_id, person_id, place)
    LEFT JOIN appointments a ON e.subject = 'appointment' AND a.id = e.subject_id
    LEFT JOIN schedules s ON s.id = CASE e.subject WHEN 'schedule' THEN e.subject_id WHEN 'appointment' THEN a.schedule_id END
    LEFT JOIN support_types t ON t.id = s.support_type_id
    LEFT JOIN places p ON p.id = s.place_id
    LEFT JOIN roles r ON e.subject = 'role' AND r.id = e.subject_id
    LEFT JOIN support_types st ON e.subject = 'support_type' AND st.id = e.subject_id
    LEFT JOIN places pl ON e.subject = 'place' AND pl.id = e.subject_id
    LEFT JOIN contracts c ON e.subject = 'contract' AND c.id = e.subject_id
    LEFT JOIN users tu ON e.subject IN ('user', 'record') AND tu.id = e.subject_id AND tu.erased_at IS NULL
    LEFT JOIN users actor ON actor.id = e.actor_id LEFT JOIN users person ON person.id = e.person_id
    ORDER BY e.place`,
)

/** The current names of each entry's ids, in the order of the entries. */
const findEntryNames = (db: Connection, entries: EntryRow[]): Promise<EntryNames[]> =>
  namesOfEntries(db, {
    subjects: entries.map(({ subject }) => subject),
    ids: entries.map(({ subject_id }) => subject_id),
    actors: entries.map(({ actor_id }) => actor_id),
    people: entries.map(({ person_id }) => person_id),
  })

const each = (people: string[], branch: RawBuilder<unknown>) =>
  sql`(SELECT found.* FROM unnest(${people}::uuid[]) AS who(id), LATERAL (${branch}) found)`

const idForm = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/**
 * The names of the ids inside the entries: people, support types, places, roles. Erased people have no
 * name.
 */
async function findNames(db: Connection, rows: EntryRow[]): Promise<Record<string, string>> {
  const ids = [...new Set(rows.flatMap(({ before, after }) => JSON.stringify([before, after]).match(idForm) ?? []))]
  if (ids.length === 0) return {}
  const { rows: named } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM users WHERE id = ANY (${ids}) AND erased_at IS NULL
    UNION ALL SELECT id, name FROM support_types WHERE id = ANY (${ids})
    UNION ALL SELECT id, name FROM places WHERE id = ANY (${ids})
    UNION ALL SELECT id, name FROM roles WHERE id = ANY (${ids})`.execute(db)
  return Object.fromEntries(named.map(({ id, name }) => [id, name]))
}
