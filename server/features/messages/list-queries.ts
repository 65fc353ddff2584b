import { type RawBuilder, sql } from 'kysely'
import type { MessagesQuery } from '#contract/messages.ts'
import { addDays } from '#domain/time/local-date.ts'
import { startOfLocalDay } from '#domain/time/local-day.ts'
import { defineDynamicQuery } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { type Cursor, encodeCursor } from '../../platform/cursor.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { hasShownWords, searchWords } from '../person-search/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { type MessageRow, presentMessage } from './present.ts'
import { aboutMessage, messageColumns, messageTables, needsPhoneCall } from './queries.ts'

type Row = MessageRow & { cursor: string }

/** At most so many people are meant by part of a name. */
const maxPeople = 50

/**
 * Messages after the cursor, latest first; of clients who were not reached, the most urgent first. Each
 * filter walks an index of its own, so that millions of rows cost what twenty do.
 */
export async function findMessages(db: Connection, scope: PersonScope, filter: MessagesQuery, cursor: Cursor | null) {
  const { time_zone } = await readSettingsRow(db)
  const { per_page } = filter
  const people = filter.state === 'not_reached' ? null : await findPeople(db, scope, filter.search)
  const rows = await readPage(db, filter, people, { cursor, zone: time_zone, scope })
  const page = rows.slice(0, per_page)
  const last = rows.length > per_page ? page.at(-1) : undefined
  const next = last ? encodeCursor({ at: last.cursor, id: last.id }) : null
  const data = page.map(({ cursor: _, ...row }) => presentMessage(row, scope.language))
  return { data, meta: { per_page, next, time_zone, others: (people?.length ?? 0) > maxPeople } }
}

const readPage = defineDynamicQuery(
  'messages',
  (
    _db,
    filter: MessagesQuery,
    people: string[] | null,
    { cursor, zone, scope }: { cursor: Cursor | null; zone: string; scope: PersonScope },
  ) =>
    filter.state === 'not_reached'
      ? notReached(scope, filter, cursor, createdIn(filter, zone))
      : latestOf(foundBy(filter, people, before(cursor, createdIn(filter, zone))), filter, scope.now),
)

/** The people a filter names, and one more where there are too many; null: no filter. */
async function findPeople(db: Connection, scope: PersonScope, search: string | undefined): Promise<string[] | null> {
  const words = searchWords(search ?? '')
  if (words.length === 0) return null
  const { rows } = await sql<{ id: string }>`
    SELECT u.id FROM users u WHERE ${hasShownWords(scope, 'u', words, 'user')} ORDER BY u.name_key LIMIT ${maxPeople + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

/** From the first day on and until the last one ends. */
function createdIn({ from, to }: MessagesQuery, zone: string): RawBuilder<unknown> {
  const since = from ? startOfLocalDay(from, zone).toString() : '-infinity'
  const end = to ? startOfLocalDay(addDays(to, 1), zone).toString() : 'infinity'
  return sql`o.created_at >= ${since}::timestamptz AND o.created_at < ${end}::timestamptz`
}

/** What comes after the page before, latest first. */
const before = (cursor: Cursor | null, range: RawBuilder<unknown>) =>
  sql`${range} AND (o.created_at, o.id) < (${cursor?.at ?? 'infinity'}::timestamptz, ${cursor?.id ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'}::uuid)`

const isOf = (column: string, value: string | undefined) => sql`(${value ?? null}::text IS NULL OR ${sql.ref(column)} = ${value ?? null})`
const isAbout = ({ appointment_id }: MessagesQuery) =>
  sql`(${appointment_id ?? null}::uuid IS NULL OR o.appointment_id = ${appointment_id ?? null})`

/** The ids of a page's messages, with one more. */
function foundBy(filter: MessagesQuery, people: string[] | null, range: RawBuilder<unknown>): RawBuilder<unknown> {
  const { kind, state, channel, appointment_id, per_page } = filter
  const latest = sql`ORDER BY o.created_at DESC, o.id DESC LIMIT ${sql.lit(per_page + 1)}`
  const fits = sql`${isOf('o.kind', kind)} AND ${isOf('o.state', state)} AND ${isOf('o.channel', channel)} AND ${range}`
  // A person's messages first, and of these what fits (`OFFSET 0`): without it, the index by age was read
  // whole for each person.
  if (people)
    return sql`SELECT o.id, o.created_at FROM unnest(${people.slice(0, maxPeople)}::uuid[]) AS who(id), LATERAL (
      SELECT o.id, o.created_at FROM (SELECT * FROM outbox x WHERE x.user_id = who.id OFFSET 0) o WHERE ${isAbout(filter)} AND ${fits} ${latest}) o ${latest}`
  if (appointment_id) return sql`SELECT o.id, o.created_at FROM outbox o WHERE o.appointment_id = ${appointment_id} AND ${fits} ${latest}`
  return sql`SELECT o.id, o.created_at FROM sorts s, LATERAL (
      SELECT o.id, o.created_at FROM outbox o WHERE o.kind = s.kind AND o.state = s.state AND coalesce(o.channel, '') = s.channel AND ${range} ${latest}) o
    WHERE ${isOf('s.kind', kind)} AND ${isOf('s.state', state)} AND ${isOf('s.channel', channel)} ${latest}`
}

/**
 * Which kinds, states and channels there are: from one to the next in the index, a step each, whatever
 * number there is of each.
 */
const sorts = sql`sorts AS (
  (SELECT o.kind, o.state, coalesce(o.channel, '') AS channel FROM outbox o ORDER BY o.kind, o.state, coalesce(o.channel, '') LIMIT 1)
  UNION ALL
  SELECT n.* FROM sorts s, LATERAL (SELECT o.kind, o.state, coalesce(o.channel, '') AS channel FROM outbox o
    WHERE (o.kind, o.state, coalesce(o.channel, '')) > (s.kind, s.state, s.channel) ORDER BY o.kind, o.state, coalesce(o.channel, '') LIMIT 1) n)`

const latestOf = (found: RawBuilder<unknown>, { per_page }: MessagesQuery, now: Date) => sql<Row>`
  WITH RECURSIVE ${sorts}, found AS MATERIALIZED (${found})
  SELECT ${messageColumns(needsPhoneCall(now))}, o.created_at::text AS cursor FROM found f JOIN ${messageTables} ON o.id = f.id
  ORDER BY f.created_at DESC, f.id DESC LIMIT ${sql.lit(per_page + 1)}`

/**
 * Clients to phone, read in the order of the index (`OFFSET 0`) until a page is full. Without it, all who
 * fit were read and sorted first.
 */
function notReached(scope: PersonScope, filter: MessagesQuery, cursor: Cursor | null, range: RawBuilder<unknown>) {
  const { now } = scope
  const { search, kind, channel, per_page } = filter
  const words = searchWords(search ?? '')
  return sql<Row>`SELECT ${messageColumns(sql`true`)}, o.phone_by::text AS cursor FROM (
      SELECT * FROM outbox x WHERE x.phone_by > ${now} AND x.told_at IS NULL
        AND (x.phone_by, x.id) > (${cursor?.at ?? '-infinity'}::timestamptz, ${cursor?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
      ORDER BY x.phone_by, x.id OFFSET 0) o ${aboutMessage}
    WHERE ${isOf('o.kind', kind)} AND ${isOf('o.channel', channel)} AND ${isAbout(filter)} AND ${range} AND ${hasShownWords(scope, 'u', words, 'user')} AND ${needsPhoneCall(now)}
    ORDER BY o.phone_by, o.id LIMIT ${sql.lit(per_page + 1)}`
}
