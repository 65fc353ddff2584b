import { sql } from 'kysely'
import { isNewerZoneData } from '#domain/time/zone-data.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import { decideInTransaction } from '../../../platform/database/decide-in-transaction.ts'
import { organisationLanguage } from '../../../platform/language.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Scope } from '../../../platform/scope.ts'
import { say } from '../../../platform/text.ts'
import { recordAudit } from '../../audit/commands.ts'
import { isBusyClient, lockPeople } from '../../people/commands.ts'
import { readSettingsRow } from '../../site/queries.ts'
import { planSession } from '../plan-sessions.ts'
import { timeColumns } from '../resolve-times.ts'
import { releaseHeldSeats, lockSlots, writeSlotChanges } from '../slots/commands.ts'
import { findCurrentSlots } from '../slots/queries.ts'
import { type Conflict, type Derived, deriveTimes } from './derive-times.ts'

/** A running server, as it is recorded with its time zone data. */
export interface Server {
  /** Host and port, the same after a restart. */
  server: string
  /** Release of the IANA time zone data; empty if the runtime has none. */
  version: string
  /** Start of the process. */
  startedAt: Date
}

/** Each server records its release every hour; changes in between go unnoticed. */
const unseenMs = 2 * 3_600_000
/** Sessions per query. */
const batchSize = 500

/**
 * Records the server's release of the time zone data. If it is the newest and some future sessions
 * were not compared with it, derives their instants again: free and booked sessions keep their
 * local time, and booked clients are notified of the move. A session that cannot move stays and is
 * listed. A server with older data changes nothing. Only one server works at a time. Each session
 * has its own transaction, and a moved session does not move again, so an interrupted run
 * continues.
 */
export async function applyZoneData(
  db: Connection,
  scope: Scope,
  { server, version, startedAt }: Server,
  ending?: AbortSignal,
): Promise<void> {
  const seen = { seen_at: scope.now, started_at: startedAt }
  await db
    .insertInto('zone_data_servers')
    .values({ server, version, ...seen })
    .onConflict(conflict => conflict.columns(['server', 'version']).doUpdateSet(seen))
    .execute()
  await db.connection().execute(async connection => {
    const { rows } = await sql<{ mine: boolean }>`SELECT pg_try_advisory_lock(hashtext('openhour.zone-data')) AS mine`.execute(connection)
    if (!rows[0]?.mine) return
    try {
      if (await isDue(connection, version)) await deriveAll(connection, scope, version, ending)
    } finally {
      await sql`SELECT pg_advisory_unlock(hashtext('openhour.zone-data'))`.execute(connection)
    }
  })
}

/**
 * Records the release. Returns whether it is the newest and either not compared with every future
 * session or different from other servers'.
 */
async function isDue(db: Connection, version: string): Promise<boolean> {
  const known = await db.selectFrom('zone_data').selectAll().executeTakeFirstOrThrow()
  if (isNewerZoneData(known.version, version)) return false
  if (isNewerZoneData(version, known.version)) {
    await db.updateTable('zone_data').set({ version, checked_at: null }).execute()
    return true
  }
  if (known.checked_at === null) return true
  const since = new Date(Date.parse(known.checked_at) - unseenMs)
  const other = db
    .selectFrom('zone_data_servers')
    .select('server')
    .where('version', '<>', version)
    .where('seen_at', '>', since.toISOString())
  return (await other.executeTakeFirst()) !== undefined
}

interface Due {
  id: string
  starts_at: string
  /** In milliseconds; 0 if the clock is ambiguous. */
  shift: number
}

async function deriveAll(db: Connection, scope: Scope, version: string, ending?: AbortSignal): Promise<void> {
  let open = inOrder(await findDue(db, scope, ending))
  const conflicts = new Map<string, Conflict>()
  // A conflicting session may itself move away: repeat until no session moves.
  for (let moved = 1; moved > 0 && open.length > 0;) {
    const left: Due[] = []
    for (const due of open) {
      if (ending?.aborted) return
      const conflict = await deriveOne(db, scope, due.id, version)
      if (conflict === null) continue
      conflicts.set(due.id, conflict)
      left.push(due)
    }
    moved = open.length - left.length
    open = left
  }
  for (const { id } of open) await recordConflict(db, scope, { id, version, conflict: conflicts.get(id) ?? 'mentor_busy' })
  if (!ending?.aborted) await db.updateTable('zone_data').set({ checked_at: scope.now }).execute()
}

/**
 * Moves to later times start with the last session, moves to earlier ones with the first, so that
 * consecutive sessions do not conflict.
 */
const inOrder = (due: readonly Due[]): Due[] => {
  const byStart = due.toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
  return [...byStart.filter(({ shift }) => shift > 0).toReversed(), ...byStart.filter(({ shift }) => shift <= 0)]
}

/** Future sessions whose instants differ from their local times, in batches. */
async function findDue(db: Connection, { now }: Scope, ending?: AbortSignal): Promise<Due[]> {
  const due: Due[] = []
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await db
      .selectFrom('schedules as s')
      .innerJoin('places as p', 'p.id', 's.place_id')
      .select(['s.id', 's.local_starts', 's.local_ends', 's.starts_at', 's.ends_at', 'p.time_zone'])
      .select(['s.starts_later', 's.ends_later', 's.starts_repeated', 's.ends_repeated'])
      .where('s.starts_at', '>', now.toISOString())
      .where('s.status', '<>', 'cancelled')
      .where('s.id', '>', after)
      .orderBy('s.id')
      .limit(batchSize)
      .execute()
    for (const row of rows) {
      const derived = deriveTimes(row, row.time_zone)
      if (derived.kind !== 'same') due.push({ id: row.id, starts_at: row.starts_at, shift: shiftOf(row.starts_at, derived) })
    }
    const last = rows.at(-1)
    if (!last || ending?.aborted) return due
    after = last.id
  }
}

const shiftOf = (starts_at: string, derived: Derived) =>
  derived.kind === 'moved' ? derived.starts.instant.epochMilliseconds - Date.parse(starts_at) : 0

/**
 * Moves one session with its appointments in one transaction; returns the reason if it has to stay.
 */
async function deriveOne(db: Connection, scope: Scope, id: string, version: string): Promise<Conflict | null> {
  try {
    return await decideInTransaction(db, trx => moveSession(trx, scope, id, version))
  } catch (error) {
    if ((error as { code?: string }).code !== '23P01') throw error
    return isBusyClient(error) ? 'client_busy' : 'mentor_busy'
  }
}

/** Locks a session with its zone and mentors; undefined if it is no longer in the future. */
async function lockSession(trx: Connection, { now }: Scope, id: string) {
  const session = await trx
    .selectFrom('schedules as s')
    .innerJoin('places as p', 'p.id', 's.place_id')
    .selectAll('s')
    .select([
      'p.time_zone',
      sql<string[]>`ARRAY(SELECT mentor_id FROM schedule_mentors WHERE schedule_id = s.id ORDER BY roster)`.as('mentor_ids'),
    ])
    .where('s.id', '=', id)
    .forNoKeyUpdate('s')
    .executeTakeFirst()
  return session && session.status !== 'cancelled' && Date.parse(session.starts_at) > now.getTime() ? session : undefined
}

type Session = NonNullable<Awaited<ReturnType<typeof lockSession>>>

async function moveSession(trx: Connection, scope: Scope, id: string, version: string): Promise<Conflict | null> {
  const session = await lockSession(trx, scope, id)
  const derived = session && deriveTimes(session, session.time_zone)
  if (!session || !derived || derived.kind === 'same') return null
  if (derived.kind === 'conflict') return derived.conflict
  if (derived.starts.instant.epochMilliseconds <= scope.now.getTime()) return 'past'
  await lockPeople(trx, scope, session.mentor_ids)
  await lockSlots(trx, scope, [id])
  const booked = await countBooked(trx, id)
  const shift = shiftOf(session.starts_at, derived)
  const keepsLength = derived.ends.instant.epochMilliseconds - Date.parse(session.ends_at) === shift
  if (keepsLength) await sql`SELECT shift_slots(${id}, make_interval(secs => ${shift / 1000}))`.execute(trx)
  else if (!(await cutAgain(trx, scope, session, derived))) return 'length_changed'
  const columns = timeColumns(derived)
  await trx.updateTable('schedules').set(columns).where('id', '=', id).execute()
  await recordChange(trx, scope, { id, version, before: session.starts_at, after: columns.starts_at, booked, conflict: null })
  await recordAudit(trx, scope, {
    action: 'changed',
    subject: 'schedule',
    subjectId: id,
    reason: say(organisationLanguage((await readSettingsRow(trx)).locale), ['reason.zoneData', { version }]),
    before: { starts_at: session.starts_at, ends_at: session.ends_at },
    after: { starts_at: columns.starts_at, ends_at: columns.ends_at },
  })
  return null
}

/**
 * A session of another length (its own clock changes now) gets new slots; false if a seat is taken
 * or on offer.
 */
async function cutAgain(
  trx: Connection,
  scope: Scope,
  session: Session,
  { starts, ends }: Extract<Derived, { kind: 'moved' }>,
): Promise<boolean> {
  const before = await findCurrentSlots(trx, scope, session.id)
  if (before.some(({ taken, held }) => taken + held > 0)) return false
  const planned = planSession({ date: session.local_date, starts, ends }, session, scope.now)
  if (planned instanceof Refusal) return false
  await releaseHeldSeats(trx, scope, [session.id])
  await writeSlotChanges(trx, scope, session.id, { kept: [], added: planned.slots, gone: before.map(({ id }) => id), stranding: [] })
  return true
}

async function countBooked(trx: Connection, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM appointments WHERE schedule_id = ${id} AND holds_seat(status)`.execute(trx)
  return rows[0]?.count ?? 0
}

async function recordConflict(
  db: Connection,
  scope: Scope,
  { id, version, conflict }: { id: string; version: string; conflict: Conflict },
) {
  await decideInTransaction(db, async trx => {
    const session = await lockSession(trx, scope, id)
    const derived = session && deriveTimes(session, session.time_zone)
    if (!session || !derived || derived.kind === 'same') return
    const after = derived.kind === 'moved' ? derived.starts.instant.toString() : derived.starts_at
    await recordChange(trx, scope, { id, version, before: session.starts_at, after, booked: await countBooked(trx, id), conflict })
  })
}

interface Change {
  id: string
  version: string
  before: string
  after: string | null
  booked: number
  conflict: Conflict | null
}

async function recordChange(trx: Connection, scope: Scope, { id, version, before, after, booked, conflict }: Change): Promise<void> {
  const found = { found_at: scope.now, before_starts_at: before, after_starts_at: after, booked, conflict }
  await trx
    .insertInto('zone_data_changes')
    .values({ schedule_id: id, version, ...found })
    .onConflict(clash => clash.columns(['schedule_id', 'version']).doUpdateSet(found))
    .execute()
}
