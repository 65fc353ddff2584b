import type { Planner, PlannerSession } from '#contract/planner.ts'
import { addDays, type LocalDate } from '#domain/time/local-date.ts'
import { dateOf, minuteOf, minutesPerDay } from './local-times.ts'

/** What the user sees next to each other: mentors or places. */
export type BoardBy = 'mentor' | 'place'
/** What the tracks are. By day: the days of one mentor. */
export type TrackBy = BoardBy | 'day'

/** A session or its part on one day, in minutes since midnight. Overlapping blocks share the room in lanes. */
export interface Block {
  session: PlannerSession
  from: number
  to: number
  /** Where its text begins: before `from` where the axis ends too soon after it. */
  at: number
  lane: number
}

/** A time at which no session can be: an absence, a busy time or a closed day. */
export interface Shade {
  kind: 'time_off' | 'busy' | 'closed'
  from: number
  to: number
  reason: string
}

/** One day of a track: its sessions in lanes, and the times at which there can be none. */
export interface TrackDay {
  date: LocalDate
  blocks: Block[]
  shades: Shade[]
  lanes: number
}

/** The days of one mentor or one place. */
export interface Track {
  id: string
  name: string
  photo: string | null
  days: TrackDay[]
  /** The most lanes of a day. */
  lanes: number
}

/** Everything that is drawn, without pixels. */
export interface Board {
  tracks: Track[]
  /** Full hours of the axis that all tracks share. */
  hours: { from: number; to: number }
  /** Shorter blocks take the room of so many minutes. */
  minMinutes: number
}

const usualHours = { from: 8, to: 18 }

interface Wanted {
  by: BoardBy
  days: readonly LocalDate[]
  /** Shorter blocks take the room of so many minutes, so that their text fits. */
  minMinutes: number
  /** The only track. */
  only?: string | undefined
}

/**
 * Tracks of every mentor or place in the planner’s order, with the sessions, absences and closed days of these
 * days.
 */
export function layoutBoard(planner: Planner, { by, days, minMinutes, only }: Wanted): Board {
  const parts = new Map<string, Part[]>()
  for (const session of planner.sessions)
    for (const part of partsOf(session))
      for (const id of trackIdsOf(session, by)) {
        const key = `${id} ${part.date}`
        const known = parts.get(key)
        const block = { session, from: part.from, to: part.to }
        if (known) known.push(block)
        else parts.set(key, [block])
      }
  const shades = shadesOf(planner, by)
  const subjects = by === 'mentor' ? planner.mentors : planner.places.map(({ id, name }) => ({ id, name, photo: null }))
  const shown = subjects.filter(({ id }) => only === undefined || id === only)
  const partsOn = (id: string, date: LocalDate) => parts.get(`${id} ${date}`) ?? []
  const hours = hoursOf(shown.flatMap(({ id }) => days.flatMap(date => partsOn(id, date))))
  const tracks = shown.map(({ id, name, photo }): Track => {
    const own = days.map((date): TrackDay => {
      const laid = assignLanes(partsOn(id, date), minMinutes, hours)
      return { date, ...laid, shades: shades.get(`${id} ${date}`) ?? [] }
    })
    return { id, name, photo, days: own, lanes: Math.max(1, ...own.map(({ lanes }) => lanes)) }
  })
  return { tracks, hours, minMinutes }
}

type Part = Pick<Block, 'session' | 'from' | 'to'>

/** The days of one track as tracks of their own, for a calendar with the days next to each other. */
export const daysAsTracks = ({ tracks: [only], ...axis }: Board, nameOf: (date: LocalDate) => string): Board => ({
  tracks: (only?.days ?? []).map(day => ({ id: day.date, name: nameOf(day.date), photo: null, days: [day], lanes: day.lanes })),
  ...axis,
})

/** The ids of the mentors or the place. */
const trackIdsOf = (session: Pick<PlannerSession, 'mentor_ids' | 'place_id'>, by: BoardBy): readonly string[] =>
  by === 'mentor' ? session.mentor_ids : [session.place_id]

/** Everything, and at least a usual day. */
function hoursOf(parts: readonly Part[]): Board['hours'] {
  let [from, to] = [usualHours.from * 60, usualHours.to * 60]
  for (const part of parts) {
    from = Math.min(from, part.from)
    to = Math.max(to, part.to)
  }
  return { from: Math.floor(from / 60), to: Math.ceil(to / 60) }
}

function shadesOf({ away, closed }: Planner, by: BoardBy): Map<string, Shade[]> {
  const shades = new Map<string, Shade[]>()
  const add = (key: string, shade: Shade) => shades.set(key, [...(shades.get(key) ?? []), shade])
  if (by === 'place')
    for (const { place_id, date, reason } of closed) add(`${place_id} ${date}`, { kind: 'closed', from: 0, to: minutesPerDay, reason })
  else
    for (const { mentor_id, kind, starts_local, ends_local } of away)
      for (const { date, from, to } of partsOf({ starts_local, ends_local })) add(`${mentor_id} ${date}`, { kind, from, to, reason: '' })
  return shades
}

/** A long time off is cut off; a calendar shows a week at most. */
const maxParts = 400

/** The parts of a period by local date. */
function partsOf({ starts_local, ends_local }: Pick<PlannerSession, 'starts_local' | 'ends_local'>) {
  const [first, last] = [dateOf(starts_local), dateOf(ends_local)]
  const start = minuteOf(starts_local)
  const end = minuteOf(ends_local)
  if (first === last) return [{ date: first, from: start, to: end }]
  const parts = [{ date: first, from: start, to: minutesPerDay }]
  for (let date = addDays(first, 1); date < last && parts.length < maxParts; date = addDays(date, 1))
    parts.push({ date, from: 0, to: minutesPerDay })
  if (end > 0) parts.push({ date: last, from: 0, to: end })
  return parts
}

/** Each block in the first lane that is free, by the start of its text. */
function assignLanes(parts: readonly Part[], minMinutes: number, hours: Board['hours']): { blocks: Block[]; lanes: number } {
  const ends: number[] = []
  const blocks = parts
    .map(part => ({ ...part, at: Math.min(part.from, hours.to * 60 - minMinutes) }))
    .toSorted((a, b) => a.at - b.at || a.from - b.from || b.to - a.to)
    .map(part => {
      const free = ends.findIndex(end => end <= part.at)
      const lane = free < 0 ? ends.length : free
      ends[lane] = Math.max(part.to, part.at + minMinutes)
      return { ...part, lane }
    })
  return { blocks, lanes: Math.max(1, ends.length) }
}
