import { type RawBuilder, sql } from 'kysely'
import type { ShortTravel } from '#contract/problem.ts'
import type { PlannedSlot } from '#domain/availability/slots.ts'
import { defineDynamicQuery } from '../../../platform/database/compiled-query.ts'
import type { Connection } from '../../../platform/database/connection.ts'
import type { Scope } from '../../../platform/scope.ts'

/** A planned session as travelling concerns it. */
export interface Stay {
  place_id: string
  slots: readonly Pick<PlannedSlot, 'mentor_id' | 'starts_at' | 'ends_at'>[]
}

/** One mentor at the place of a session. */
interface Presence {
  session: number
  place_id: string
  mentor_id: string
  starts_at: string
  ends_at: string
}

/** A warning, and the session that it concerns. */
export type FoundTravel = ShortTravel & { session: number }

/** Maximum number of warnings to list. */
const maxWarnings = 1000

interface TravelOptions {
  /** Sessions that change. */
  except?: readonly string[]
  /** Condition: a slot `x` of schedule `s` at place `p` does not take place. */
  isOff?: RawBuilder<boolean>
  /** Whether only one of the stays is going to happen, so that there is no travel between them. */
  areAlternatives?: boolean
}

/**
 * Where mentors would have less time between two places than the settings say, from session to session of the plan
 * and to other sessions. An online place needs no travel. Overlaps are clashes, not listed here. A warning
 * prevents nothing.
 */
export const findShortTravel = (db: Connection, scope: Scope, stays: readonly Stay[], options?: TravelOptions): Promise<FoundTravel[]> =>
  findShortTravelFrom(db, scope, stays.flatMap(listPresences), options)

/** The same for mentors at places; instants as text. */
export const findShortTravelFrom = (
  db: Connection,
  _scope: Scope,
  presences: readonly Presence[],
  { except = [], isOff = sql<boolean>`false`, areAlternatives = false }: TravelOptions = {},
): Promise<FoundTravel[]> => shortTravel(db, presences, { except, isOff, areAlternatives })

const shortTravel = defineDynamicQuery(
  'short travel',
  (_db, presences: readonly Presence[], { except, isOff, areAlternatives }: Required<TravelOptions>) => sql<FoundTravel>`
    WITH rule AS (SELECT make_interval(mins => travel_minutes) AS needed FROM settings WHERE travel_minutes > 0),
    wanted AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(presences)})
        AS stay (session int, place_id uuid, mentor_id uuid, starts_at timestamptz, ends_at timestamptz)
    ), near AS (
      SELECT w.session, w.mentor_id, s.id AS schedule_id, s.place_id, s.starts_at, s.ends_at, min(t.starts_at) AS first_at, max(t.ends_at) AS last_at
      FROM rule CROSS JOIN wanted w
      JOIN mentor_times t ON t.mentor_id = w.mentor_id
        AND tstzrange(t.starts_at, t.ends_at) && tstzrange(w.starts_at - rule.needed, w.ends_at + rule.needed)
      JOIN slots x ON x.id = t.slot_id
      JOIN schedules s ON s.id = x.schedule_id AND s.id <> ALL (${except}::uuid[])
      JOIN places p ON p.id = s.place_id AND NOT ${isOff}
      GROUP BY w.session, w.mentor_id, s.id
      UNION ALL
      SELECT w.session, w.mentor_id, NULL, o.place_id, o.starts_at, o.ends_at, o.starts_at, o.ends_at
      FROM rule CROSS JOIN wanted w JOIN wanted o ON o.mentor_id = w.mentor_id AND o.session <> w.session AND o.place_id <> w.place_id
      WHERE NOT ${areAlternatives}::boolean
    ), gaps AS (
      SELECT near.*, here.time_zone, near.last_at <= w.starts_at AS is_before, greatest(w.starts_at - near.last_at, near.first_at - w.ends_at) AS gap
      FROM near JOIN wanted w USING (session, mentor_id)
      JOIN places here ON here.id = w.place_id AND here.kind <> 'online'
      WHERE near.place_id <> w.place_id
    )
    SELECT g.session, json_build_object('id', u.id, 'name', u.name) AS mentor, json_build_object('id', p.id, 'name', p.name) AS place,
      g.starts_at, g.ends_at, g.time_zone, g.schedule_id, g.is_before, (extract(epoch FROM g.gap) / 60)::int AS minutes
    FROM gaps g CROSS JOIN rule JOIN places p ON p.id = g.place_id AND p.kind <> 'online' JOIN users u ON u.id = g.mentor_id
    WHERE g.gap >= interval '0' AND g.gap < rule.needed
    ORDER BY g.session, g.starts_at, u.name LIMIT ${maxWarnings}`,
)

/** The warnings of one session. */
export const travelOf = (found: readonly FoundTravel[], session: number): ShortTravel[] =>
  found.filter(one => one.session === session).map(({ session: _, ...warning }) => warning)

/** From each mentor's first slot to the last. */
function listPresences({ place_id, slots }: Stay, session: number): Presence[] {
  return [...new Set(slots.map(({ mentor_id }) => mentor_id))].map(mentor_id => {
    const own = slots.filter(slot => slot.mentor_id === mentor_id)
    const starts = own.map(({ starts_at }) => starts_at.epochMilliseconds)
    const ends = own.map(({ ends_at }) => ends_at.epochMilliseconds)
    const isoOf = (ms: number) => new Date(ms).toISOString()
    return { session, place_id, mentor_id, starts_at: isoOf(Math.min(...starts)), ends_at: isoOf(Math.max(...ends)) }
  })
}
