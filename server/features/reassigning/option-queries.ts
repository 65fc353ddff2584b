import { sql } from 'kysely'
import type { ShortTravel } from '#contract/problem.ts'
import type { SeatOption } from '#contract/reassigning.ts'
import type { FreeSlot } from '#domain/booking/reassigning.ts'
import { defineQuery, type Param } from '../../platform/database/compiled-query.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { presentMentorName, type MentorRow } from '../schedules/present.ts'
import { findShortTravelFrom, travelOf } from '../schedules/travel/queries.ts'
import { belongsToDisruption, type Disruption } from './disruption-queries.ts'

/** A free slot with its session and place. */
export interface FreeSeat extends FreeSlot {
  schedule_id: string
  place_name: string
  time_zone: string
}

/** A free seat that an appointment could take. */
export type Option = Omit<SeatOption, 'same_time'>

const mentorsByIds = defineQuery(
  'mentors by ids',
  (_db, { ids }: { ids: Param<readonly string[]> }) => sql<MentorRow>`SELECT id, name, photo_id FROM users WHERE id = ANY (${ids}::uuid[])`,
)

/**
 * Slots as the API shows them, by id. A slot that was filled meanwhile is included: the booking decides.
 */
export async function readOptions(
  db: Connection,
  scope: Scope,
  disruption: Disruption,
  slots: readonly FreeSeat[],
): Promise<Map<string, Option>> {
  const ids = [...new Set(slots.map(({ mentor_id }) => mentor_id))]
  const [rows, travel] = await Promise.all([mentorsByIds(db, { ids }), findTravel(db, scope, disruption, slots)])
  const mentors = new Map(rows.map(row => [row.id, presentMentorName(row)]))
  const options = slots.flatMap((slot, index): [string, Option][] => {
    const { id, schedule_id, mentor_id, place_id, place_name, time_zone, start, end, free } = slot
    const mentor = mentors.get(mentor_id)
    if (!mentor) return []
    const place = { id: place_id, name: place_name }
    const times = { starts_at: instantOf(start), ends_at: instantOf(end) }
    return [[id, { schedule_id, mentor, place, time_zone, ...times, free, travel: travel[index] ?? [] }]]
  })
  return new Map(options)
}

/** For each slot, the mentor's sessions nearby, without those that do not take place. */
async function findTravel(db: Connection, scope: Scope, disruption: Disruption, slots: readonly FreeSeat[]): Promise<ShortTravel[][]> {
  const presences = slots.map(({ place_id, mentor_id, start, end }, session) => ({
    session,
    place_id,
    mentor_id,
    starts_at: instantOf(start),
    ends_at: instantOf(end),
  }))
  const isOff = belongsToDisruption(disruption, 'x')
  const found = await findShortTravelFrom(db, scope, presences, { isOff, areAlternatives: true })
  return slots.map((_, session) => travelOf(found, session))
}

/** In the format of the database's instants: slots start and end on whole minutes. */
const instantOf = (milliseconds: number) => new Date(milliseconds).toISOString().replace('.000Z', 'Z')
