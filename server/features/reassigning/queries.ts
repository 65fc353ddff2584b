import { sql } from 'kysely'
import type { AffectedAppointment, StartedAppointment } from '#contract/reassigning.ts'
import { proposeFromNearSlots, proposeSlots, type Proposal, type Span } from '#domain/booking/reassigning.ts'
import { defineDynamicQuery, defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { isUnfinished } from '../cancelling/queries.ts'
import { photoUrl } from '../people/present.ts'
import { isBookable } from '../schedules/bookable/queries.ts'
import { presentMentorName, type MentorRow } from '../schedules/present.ts'
import { belongsToDisruption, type Disruption } from './disruption-queries.ts'
import { type FreeSeat, type Option, readOptions } from './option-queries.ts'
import type { Client } from './policy.ts'

/** An open appointment of a disruption, with its client. */
export interface AffectedRow {
  id: string
  reference: string
  status: 'pending' | 'booked'
  revision: number
  slot_id: string
  starts_at: string
  ends_at: string
  needs_interpreter: boolean
  client: Client & { id: string; photo_id: string | null }
  support_type: { id: string; name: string; colour: string }
  place: { id: string; name: string; time_zone: string }
  mentor: MentorRow
  requested_mentor: MentorRow | null
}

/** The open appointments of a disruption, by time. */
export const findAffected = (db: Connection, { now }: Scope, disruption: Disruption): Promise<AffectedRow[]> =>
  affectedBy(db, disruption, now)

const affectedBy = defineDynamicQuery(
  'affected appointments',
  (_db, disruption: Disruption, now: Date) => sql<AffectedRow>`
    SELECT a.id, a.reference, a.status, a.revision, a.slot_id, a.starts_at, a.ends_at, a.interpreter_language IS NOT NULL AS needs_interpreter,
      json_build_object('id', u.id, 'name', u.name, 'photo_id', u.photo_id, 'phone', u.phone, 'email', u.email, 'channel', u.channel,
        'contact_name', u.contact_name, 'contact_phone', u.contact_phone) AS client,
      json_build_object('id', t.id, 'name', t.name, 'colour', t.colour) AS support_type,
      json_build_object('id', p.id, 'name', p.name, 'time_zone', p.time_zone) AS place,
      json_build_object('id', m.id, 'name', m.name, 'photo_id', m.photo_id) AS mentor,
      CASE WHEN r.id IS NOT NULL THEN json_build_object('id', r.id, 'name', r.name, 'photo_id', r.photo_id) END AS requested_mentor
    FROM appointments a JOIN schedules s ON s.id = a.schedule_id JOIN places p ON p.id = s.place_id
      JOIN support_types t ON t.id = s.support_type_id JOIN users u ON u.id = a.user_id JOIN users m ON m.id = a.mentor_id
      LEFT JOIN users r ON r.id = a.requested_mentor_id
    WHERE is_open_at(a.status, a.starts_at, ${now}) AND ${belongsToDisruption(disruption, 'a')}
    ORDER BY a.starts_at, a.serial, a.id`,
)

interface StartedRow extends Omit<StartedAppointment, 'user' | 'mentor'> {
  user: Omit<StartedAppointment['user'], 'photo'> & { photo_id: string | null }
  mentor: MentorRow
}

/** The other unfinished appointments of a disruption, by time: their clients are here, or their time has started. */
export async function findStarted(db: Connection, { now }: Scope, disruption: Disruption): Promise<StartedAppointment[]> {
  const { rows } = await sql<StartedRow>`
    SELECT a.id, a.schedule_id, a.starts_at, a.ends_at, p.time_zone,
      json_build_object('id', u.id, 'name', u.name, 'phone', u.phone, 'photo_id', u.photo_id) AS user,
      json_build_object('id', m.id, 'name', m.name, 'photo_id', m.photo_id) AS mentor
    FROM appointments a JOIN schedules s ON s.id = a.schedule_id JOIN places p ON p.id = s.place_id
      JOIN users u ON u.id = a.user_id JOIN users m ON m.id = a.mentor_id
    WHERE ${isUnfinished('a', { now })} AND NOT is_open_at(a.status, a.starts_at, ${now}) AND ${belongsToDisruption(disruption, 'a')}
    ORDER BY a.starts_at, a.serial, a.id`.execute(db)
  return rows.map(({ user: { photo_id, ...user }, mentor, ...row }) => ({
    ...row,
    user: { ...user, photo: photoUrl(photo_id) },
    mentor: presentMentorName(mentor),
  }))
}

/** Search period in days after the last appointment, and number of alternatives shown for each. */
const daysAhead = 28
const maxSlots = 2000
/**
 * Most plans need only times within this many hours of the appointments: the same day, then adjacent
 * days.
 */
const near = [6, 36]
const maxOptions = 12

/** All affected appointments with their proposals. */
export async function proposeDecisions(
  db: Connection,
  scope: Scope,
  disruption: Disruption,
  { notice_minutes }: { notice_minutes: number },
): Promise<AffectedAppointment[]> {
  const affected = await findAffected(db, scope, disruption)
  if (affected.length === 0) return []
  const earliest = scope.now.getTime() + notice_minutes * 60_000
  const { proposals, slots } = await planFor(db, scope, disruption, affected, earliest)
  const shown = proposals.map(({ slot_id, options }) => options.filter((id, place) => place < maxOptions || id === slot_id))
  // Only the shown slots are read in full.
  const shownIds = new Set(shown.flat())
  const shownSlots = slots.filter(({ id }) => shownIds.has(id))
  const options = await readOptions(db, scope, disruption, shownSlots)
  return affected.map((row, index) => {
    const ids = shown[index] ?? []
    const proposal = proposals[index]?.slot_id ?? null
    return presentAffected(
      row,
      ids.flatMap(id => options.get(id) ?? []),
      proposal === null ? null : ids.indexOf(proposal),
    )
  })
}

interface Plan {
  proposals: Proposal[]
  /** The slots that the proposals were chosen from. */
  slots: FreeSeat[]
}

/** The plan from all free seats. Reads only near slots if they lead to the same plan. */
async function planFor(db: Connection, scope: Scope, disruption: Disruption, affected: AffectedRow[], earliest: number): Promise<Plan> {
  const span = ({ starts_at, ends_at }: { starts_at: string; ends_at: string }) => ({
    start: Date.parse(starts_at),
    end: Date.parse(ends_at),
  })
  const open = affected.map(({ id, client, support_type, place, requested_mentor, needs_interpreter, ...times }) => ({
    id,
    needs_interpreter,
    client_id: client.id,
    support_type_id: support_type.id,
    place_id: place.id,
    requested_mentor_id: requested_mentor?.id ?? null,
    ...span(times),
  }))
  const readBusy = async () => (await findBusyTimes(db, affected)).map(({ client_id, ...times }) => ({ client_id, ...span(times) }))
  const busyTimes = readBusy()
  const starts = open.map(({ start }) => start)
  const [first, last] = [Math.min(...starts), Math.max(...starts)]
  for (const hours of near) {
    const reach = last - first + hours * 60 * 60_000
    const around = { start: first - reach, end: first + reach }
    const [slots, busy] = await Promise.all([findFreeSlots(db, scope, disruption, affected, around), busyTimes])
    const proposals =
      slots.length < maxSlots ? proposeFromNearSlots(open, slots, busy, earliest, around) : proposeSlots(open, slots, busy, earliest)
    if (proposals) return { proposals, slots }
  }
  const [slots, busy] = await Promise.all([findFreeSlots(db, scope, disruption, affected), busyTimes])
  return { proposals: proposeSlots(open, slots, busy, earliest), slots }
}

/**
 * Free seats outside the disruption: of the same support types, from now until some weeks after the last
 * appointment, nearest to the first appointment first. `around` limits the distance in both directions;
 * those slots are the beginning of the whole list.
 */
const findFreeSlots = defineDynamicQuery(
  'free slots',
  (_db, { now }: Scope, disruption: Disruption, affected: AffectedRow[], around?: Span) => {
    // Also a condition on sessions, so that distant ones are skipped.
    const isWithin = around
      ? sql`x.starts_at > ${new Date(around.start)} AND x.starts_at < ${new Date(around.end)}
        AND s.ends_at > ${new Date(around.start)} AND s.starts_at < ${new Date(around.end)}`
      : sql`true`
    const types = [...new Set(affected.map(({ support_type }) => support_type.id))]
    const [first, last] = [affected[0]?.starts_at ?? '', affected.at(-1)?.starts_at ?? '']
    return sql<FreeSeat>`
    SELECT id, schedule_id, support_type_id, interpreted, mentor_id, place_id, place_name, time_zone, free,
      date_part('epoch', starts_at) * 1000 AS start, date_part('epoch', ends_at) * 1000 AS end
    FROM (SELECT x.id, x.schedule_id, s.support_type_id, s.interpreted, x.mentor_id, s.place_id, p.name AS place_name, p.time_zone, x.starts_at, x.ends_at, x.roster, x.seats - x.taken - x.held AS free,
        greatest(x.starts_at - ${first}::timestamptz, ${first}::timestamptz - x.starts_at) AS apart
      FROM schedules s JOIN slots x ON x.schedule_id = s.id JOIN places p ON p.id = s.place_id
      WHERE s.support_type_id = ANY (${types}::uuid[])
        AND s.local_date BETWEEN ${now}::timestamptz::date - 1 AND ${last}::timestamptz::date + ${daysAhead}::int
        AND ${isBookable('x', 's', { now, notice: 0, asStaff: true, interpreter: affected.some(one => one.needs_interpreter) })} AND x.starts_at > ${now} AND NOT ${belongsToDisruption(disruption, 'x')} AND ${isWithin}
      ORDER BY apart, x.starts_at, x.roster, x.id LIMIT ${maxSlots}) nearest
    ORDER BY apart, starts_at, roster, id`
  },
)

const otherAppointments = defineQuery(
  'other appointments of clients',
  (_db, { clientIds, ids, from }: { clientIds: Param<readonly string[]>; ids: Param<readonly string[]>; from: Param<string> }) => sql<{
    client_id: string
    starts_at: string
    ends_at: string
  }>`
    SELECT user_id AS client_id, starts_at, ends_at FROM appointments
    WHERE user_id = ANY (${clientIds}::uuid[]) AND holds_seat(status)
      AND id <> ALL (${ids}::uuid[]) AND starts_at > ${from}::timestamptz - interval '60 days'`,
)

/** The other appointments of these clients. */
const findBusyTimes = (db: Connection, affected: AffectedRow[]) =>
  otherAppointments(db, {
    clientIds: affected.map(({ client }) => client.id),
    ids: affected.map(({ id }) => id),
    from: affected[0]?.starts_at ?? '',
  })

function presentAffected(row: AffectedRow, options: Option[], proposal: number | null): AffectedAppointment {
  const { id, reference, status, revision, client, support_type, place, mentor, requested_mentor, starts_at, ends_at } = row
  return {
    id,
    reference,
    status,
    user: { id: client.id, name: client.name, phone: client.phone, photo: photoUrl(client.photo_id) },
    support_type,
    place: { id: place.id, name: place.name },
    mentor: presentMentorName(mentor),
    requested_mentor: requested_mentor && presentMentorName(requested_mentor),
    starts_at,
    ends_at,
    time_zone: place.time_zone,
    revision,
    options: options.map(option => ({ ...option, same_time: option.starts_at === starts_at })),
    proposal,
  }
}
