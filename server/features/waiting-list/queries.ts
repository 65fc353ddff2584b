import { sql, type RawBuilder } from 'kysely'
import type { Batch } from '#contract/batch.ts'
import type { PreviewedRemoval, WaitingEntry, WaitingFilter, WaitingFor, WaitingQuery } from '#contract/waiting-list.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { decideOfferTime, type OfferPolicies } from '#domain/waiting/offer-time.ts'
import type { Settings } from '../../platform/config.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { maxExported, streamInParts } from '../../platform/stream-in-parts.ts'
import { presentObstacle } from '../../platform/refusal.ts'
import type { PersonScope, Scope } from '../../platform/scope.ts'
import { expectMessages } from '../message-reach/queries.ts'
import { isBookable } from '../schedules/bookable/queries.ts'
import { slotDate, touchesDays } from '../schedules/days/queries.ts'
import { isActiveMentor } from '../schedules/planning/queries.ts'
import { readSettingsRow } from '../site/queries.ts'
import { refuseRemoval } from './policy.ts'
import { presentEntry, type EntryRow } from './present.ts'
import type { Sentence } from '../../platform/text.ts'

const person = (alias: string) => sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)},
  'phone', ${sql.ref(`${alias}.phone`)}, 'photo_id', ${sql.ref(`${alias}.photo_id`)})`

/**
 * Entries with all that pages show. `ahead` counts other clients who could be offered the same seats
 * earlier: same support type, common days, compatible place and mentor, and a mentor who speaks the languages of both.
 * `passed_over`: what `findLine` asks, with the names and in the order of book_appointment.
 */
const entriesQuery = ({ now }: Scope, condition: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<EntryRow>`
  SELECT w.id, w.from_date, w.to_date, w.language, w.interpreter, w.state, w.appointment_id, w.revision, w.created_at, w.offer_ends_at,
    ${person('u')} AS "user", to_json(t) AS support_type,
    CASE WHEN p.id IS NOT NULL THEN to_json(p) END AS place, CASE WHEN m.id IS NOT NULL THEN ${person('m')} END AS mentor,
    (SELECT count(*)::int FROM waiting_offers o WHERE o.entry_id = w.id AND o.outcome = 'expired') AS unanswered,
    (SELECT count(DISTINCT b.user_id)::int FROM waiting_list b WHERE b.support_type_id = w.support_type_id AND is_open_entry(b.state) AND b.user_id <> w.user_id
      AND (b.position, b.id) < (w.position, w.id) AND b.from_date <= w.to_date AND b.to_date >= w.from_date
      AND (b.place_id = w.place_id OR b.place_id IS NULL OR w.place_id IS NULL)
      AND (b.mentor_id = w.mentor_id OR b.mentor_id IS NULL OR w.mentor_id IS NULL)
      AND (coalesce(b.language, w.language) IS NULL OR EXISTS (SELECT 1 FROM users s WHERE s.active AND s.working_languages <> '{}'
        AND s.working_languages @> array_remove(ARRAY[b.language, w.language], NULL) AND s.id = coalesce(b.mentor_id, w.mentor_id, s.id)))) AS ahead,
    (SELECT CASE WHEN too_many_missed THEN 'missed_too_many' WHEN too_many_open THEN 'too_many_open' END
      FROM settings o, client_standing(w.user_id, ${now}, o.missed_days, o.missed_limit, o.max_open) WHERE is_open_entry(w.state)) AS passed_over,
    CASE WHEN x.id IS NOT NULL THEN json_build_object('schedule_id', x.schedule_id, 'place', to_json(xp), 'mentor', ${person('xm')}) END AS offer,
    x.starts_at AS offer_starts, x.ends_at AS offer_stops
  FROM waiting_list w
  JOIN users u ON u.id = w.user_id
  JOIN support_types t ON t.id = w.support_type_id
  LEFT JOIN places p ON p.id = w.place_id
  LEFT JOIN users m ON m.id = w.mentor_id
  LEFT JOIN slots x ON x.id = w.offered_slot_id
  LEFT JOIN schedules xs ON xs.id = x.schedule_id
  LEFT JOIN places xp ON xp.id = xs.place_id
  LEFT JOIN users xm ON xm.id = x.mentor_id
  WHERE ${condition} ORDER BY ${order}`

/** The caller's own entry. */
export async function findOwnEntry(db: Connection, scope: PersonScope, id: string): Promise<WaitingEntry | null> {
  const { rows } = await entriesQuery(scope, sql`w.id = ${id} AND w.user_id = ${scope.person.id}`, sql`w.id`).execute(db)
  return rows[0] ? presentEntry(rows[0], scope.now) : null
}

/** An entry that was just written. */
export async function readEntry(db: Connection, scope: Scope, id: string): Promise<WaitingEntry> {
  const [row] = (await entriesQuery(scope, sql`w.id = ${id}`, sql`w.id`).execute(db)).rows
  if (!row) throw new Error('an entry that was written is not there')
  return presentEntry(row, scope.now)
}

/** A slot's seat, with what decides when it is offered. */
export interface SeatTimes {
  slot_id: string
  starts_at: string
  opens_at: string | null
}

/** The instants by which the time of an offer is decided. */
export const readSeatTimes = ({ starts_at, opens_at }: SeatTimes) => ({
  startsAt: Temporal.Instant.from(starts_at),
  opensAt: opens_at ? Temporal.Instant.from(opens_at) : null,
})

/** The settings by which the time of an offer is decided. */
export async function readOfferPolicies(db: Connection): Promise<OfferPolicies> {
  const { offer_minutes, notice_minutes, quiet_from, quiet_until, time_zone } = await readSettingsRow(db)
  return { offerMinutes: offer_minutes, noticeMinutes: notice_minutes, quiet: { from: quiet_from, until: quiet_until, zone: time_zone } }
}

/** Waiting clients who could book a slot, in order, without those whom a policy prevents. */
export async function findLine(db: Connection, { now }: Scope, slotId: string) {
  const { rows } = await sql<{ id: string; user_id: string }>`
    SELECT w.id, w.user_id FROM waiting_entries_for_slot(${slotId}, ${now}) w, settings o,
      client_standing(w.user_id, ${now}, o.missed_days, o.missed_limit, o.max_open) standing
    WHERE NOT standing.too_many_missed AND NOT standing.too_many_open
    ORDER BY w.position, w.id`.execute(db)
  return rows
}

/**
 * How many clients would be in line for the seat of an appointment if it became free now, and whether it would still be
 * offered; null if there is no such appointment.
 */
export async function countWaitingFor(db: Connection, scope: PersonScope, appointmentId: string): Promise<WaitingFor | null> {
  const { rows } = await sql<SeatTimes>`
    SELECT a.slot_id, a.starts_at, s.booking_opens_at AS opens_at
    FROM appointments a JOIN schedules s ON s.id = a.schedule_id WHERE a.id = ${appointmentId}`.execute(db)
  const [seat] = rows
  if (!seat) return null
  const [line, policies] = await Promise.all([findLine(db, scope, seat.slot_id), readOfferPolicies(db)])
  const time = decideOfferTime(Temporal.Instant.fromEpochMilliseconds(scope.now.getTime()), readSeatTimes(seat), policies)
  return { waiting: new Set(line.map(({ user_id }) => user_id)).size, too_late: time.when === 'never' }
}

/** Whether an entry exists and, with `own`, belongs to the person. */
export async function entryExists(db: Connection, { person: asker }: PersonScope, id: string, { own }: { own: boolean }): Promise<boolean> {
  let query = db.selectFrom('waiting_list').select('id').where('id', '=', id)
  if (own) query = query.where('user_id', '=', asker.id)
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * The caller's entries, newest first, or all, in the order of each support type's queue unless asked otherwise.
 * The route checks access.
 */
export async function listEntries(db: Connection, scope: PersonScope, filter: WaitingQuery) {
  const { page, per_page } = filter
  const [ids, counted] = await Promise.all([
    findIds(db, scope, filter),
    sql<{ total: number }>`SELECT count(*)::int AS total FROM waiting_list w ${named(filter)} WHERE ${matching(scope, filter)}`.execute(db),
  ])
  const total = counted.rows[0]?.total ?? 0
  return {
    data: await readEntries(db, scope, filter, ids),
    meta: { page, per_page, total, last_page: Math.max(1, Math.ceil(total / per_page)) },
  }
}

/** What `removeSeveral` would do to each entry, and how each person would be told. */
export async function previewRemovals(db: Connection, scope: Scope, settings: Settings, entries: Batch): Promise<PreviewedRemoval[]> {
  const ids = entries.map(({ id }) => id)
  const rows = await db.selectFrom('waiting_list').select(['id', 'user_id', 'state', 'revision']).where('id', 'in', ids).execute()
  const byId = new Map(rows.map(row => [row.id, row]))
  const people = rows.map(({ user_id }) => user_id)
  const told = await expectMessages(db, scope, settings, 'waiting_removed', people)
  return entries.map(({ id, revision }) => {
    const row = byId.get(id)
    const refusal = refuseRemoval(row, revision)
    return { id, problem: refusal && presentObstacle(refusal, scope.language), message: (!refusal && row && told.get(row.user_id)) || null }
  })
}

/** All entries of a filter in its order, in parts. Those added meanwhile are left out. */
export async function* streamEntries(db: Connection, scope: PersonScope, filter: WaitingFilter): AsyncGenerator<WaitingEntry[]> {
  const query = { ...filter, whose: 'everyone' as const, page: 1, per_page: maxExported }
  yield* streamInParts(await findIds(db, scope, query), part => readEntries(db, scope, query, part))
}

const named = ({ whose, search }: WaitingQuery) => (whose === 'everyone' && search ? sql`JOIN users u ON u.id = w.user_id` : sql``)

const orderOf = ({ whose, sort }: WaitingQuery) =>
  whose === 'own' ? sql`NOT is_open_entry(w.state), w.state <> 'offered', w.created_at DESC, w.id` : orders[sort]

async function findIds(db: Connection, scope: PersonScope, filter: WaitingQuery): Promise<string[]> {
  const { page, per_page } = filter
  const { rows } = await sql<{ id: string }>`
    SELECT w.id FROM waiting_list w JOIN support_types t ON t.id = w.support_type_id ${named(filter)}
    WHERE ${matching(scope, filter)} ORDER BY ${orderOf(filter)} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Reads all columns and `ahead` only for these entries. */
async function readEntries(db: Connection, scope: Scope, filter: WaitingQuery, ids: readonly string[]): Promise<WaitingEntry[]> {
  const { rows } = await entriesQuery(scope, sql`w.id = ANY (${ids}::uuid[])`, orderOf(filter)).execute(db)
  return rows.map(row => presentEntry(row, scope.now))
}

const orders = {
  line: sql`t.position, t.name, w.position, w.id`,
  since: sql`w.created_at, w.id`,
  '-since': sql`w.created_at DESC, w.id DESC`,
  day: sql`w.from_date, w.created_at, w.id`,
  '-day': sql`w.from_date DESC, w.created_at DESC, w.id DESC`,
}

function matching({ person: asker }: PersonScope, filter: WaitingQuery) {
  const { whose, state, support_type_id, place_id, mentor_id, date, search } = filter
  const conditions = [sql`true`]
  if (whose === 'own') conditions.push(sql`w.user_id = ${asker.id}`)
  if (state !== 'all') conditions.push(sql`is_open_entry(w.state) = ${state === 'open'}`)
  if (support_type_id) conditions.push(sql`w.support_type_id = ${support_type_id}`)
  if (place_id) conditions.push(sql`(w.place_id = ${place_id} OR w.place_id IS NULL)`)
  if (mentor_id) conditions.push(sql`(w.mentor_id = ${mentor_id} OR w.mentor_id IS NULL)`)
  if (date) conditions.push(sql`${date}::date BETWEEN w.from_date AND w.to_date`)
  if (whose === 'everyone' && search) conditions.push(containing(search))
  return sql.join(conditions, sql` AND `)
}

function containing(search: string) {
  const digits = search.replaceAll(/\D/g, '')
  const name = sql`strpos(lower(u.name), lower(${search})) > 0`
  return digits.length >= 3 ? sql`(${name} OR strpos(u.phone, ${digits}) > 0)` : name
}

/** What a client waits for. `interpreter` null: as their profile says. */
interface WantedTimes {
  support_type_id: string
  place_id: string | null
  mentor_id: string | null
  language: string | null
  interpreter: boolean | null
  from_date: string
  to_date: string
}

/** Whether the person could book a matching time now, apart from their own other appointments. */
export async function hasBookableTime(db: Connection, { person: asker, now }: PersonScope, wanted: WantedTimes): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM schedules s JOIN places p ON p.id = s.place_id JOIN slots x ON x.schedule_id = s.id, settings o, users u
    WHERE u.id = ${asker.id} AND s.support_type_id = ${wanted.support_type_id}
      AND ${touchesDays(sql`${wanted.from_date}::date`, sql`${wanted.to_date}::date`)} AND ${slotDate} BETWEEN ${wanted.from_date}::date AND ${wanted.to_date}::date
      AND (${wanted.place_id}::uuid IS NULL OR s.place_id = ${wanted.place_id}::uuid) AND (${wanted.mentor_id}::uuid IS NULL OR x.mentor_id = ${wanted.mentor_id}::uuid)
      AND (${wanted.language}::text IS NULL OR EXISTS (SELECT 1 FROM users m WHERE m.id = x.mentor_id AND ${wanted.language}::text = ANY (m.working_languages)))
      AND ${isBookable('x', 's', { now, notice: sql.ref('o.notice_minutes'), interpreter: sql<boolean>`coalesce(${wanted.interpreter}::boolean, u.needs_interpreter)` })} AND NOT is_busy(${asker.id}, x.starts_at, x.ends_at)
    LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Inactive choices of a request, by field. */
export async function findInactiveChoices(
  db: Connection,
  _scope: Scope,
  wanted: { support_type_id: string; place_id: string | null; mentor_id: string | null },
): Promise<Record<string, Sentence[]>> {
  const { rows } = await sql<{ kind: boolean; place: boolean; mentor: boolean }>`
    SELECT EXISTS (SELECT 1 FROM support_types WHERE id = ${wanted.support_type_id} AND active) AS kind,
      ${wanted.place_id}::uuid IS NULL OR EXISTS (SELECT 1 FROM places WHERE id = ${wanted.place_id} AND active) AS place,
      ${wanted.mentor_id}::uuid IS NULL OR EXISTS (SELECT 1 FROM users u
        WHERE u.id = ${wanted.mentor_id} AND ${isActiveMentor('u')}) AS mentor`.execute(db)
  const [found] = rows
  return {
    ...(!found?.kind && { support_type_id: ['field.isNotOnOffer'] }),
    ...(!found?.place && { place_id: ['field.isNotAPlaceThatCan'] }),
    ...(!found?.mentor && { mentor_id: ['field.isNotAMentorWhoCan'] }),
  }
}
