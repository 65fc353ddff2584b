import type { Schedule } from '#contract/schedules.ts'
import { addDays, localDateOf, weekdayOf, type LocalDate } from '#domain/time/local-date.ts'
import { localTimeOf } from '#domain/time/local-time.ts'
import { Temporal } from '#domain/time/temporal.ts'

export type WeekBy = 'place' | 'mentor'

/**
 * A session or its part on one day, in minutes since midnight on the place's clock. Overlapping blocks
 * share the width in lanes.
 */
export interface Block {
  schedule: Schedule
  from: number
  to: number
  lane: number
  lanes: number
}

/** The week of one place or one mentor. */
export interface Band {
  id: string
  name: string
  photo: string | null
  /** A place's zone; null for mentors, who may have sessions in several. */
  zone: string | null
  days: Block[][]
  /** Absences by day. */
  notes: string[][]
}

/** An absence on one day of a place's or a mentor's week, as text. */
export interface WeekNote {
  band: Omit<Band, 'days' | 'notes'>
  date: LocalDate
  text: string
}

/** The Monday of a date's week. */
export const mondayOf = (date: LocalDate): LocalDate => addDays(date, 1 - weekdayOf(date))

export const daysOfWeek = (monday: LocalDate): LocalDate[] => Array.from({ length: 7 }, (_, day) => addDays(monday, day))

/** The bands with a session or an absence in the week, by name. Days follow each place's calendar and clock. */
export function layoutWeek(schedules: readonly Schedule[], monday: LocalDate, by: WeekBy, notes: readonly WeekNote[] = []): Band[] {
  const days = daysOfWeek(monday)
  const bands = new Map<string, Omit<Band, 'days' | 'notes'> & { schedules: Schedule[] }>()
  for (const { band } of notes) bands.set(band.id, { ...band, schedules: [] })
  for (const schedule of schedules) {
    if (!partsOf(schedule).some(({ date }) => days.includes(date))) continue
    for (const band of bandsOf(schedule, by)) {
      const known = bands.get(band.id) ?? { ...band, schedules: [] }
      known.schedules.push(schedule)
      bands.set(band.id, known)
    }
  }
  return [...bands.values()]
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ schedules: own, ...band }) => ({
      ...band,
      days: days.map(day => blocksOf(own, day)),
      notes: days.map(day => notes.filter(note => note.band.id === band.id && note.date === day).map(({ text }) => text)),
    }))
}

/** The range of full hours of a band's sessions; a morning if it has none. */
export function hoursOf({ days }: Pick<Band, 'days'>): { from: number; to: number } {
  const blocks = days.flat()
  if (blocks.length === 0) return { from: 9, to: 12 }
  return {
    from: Math.floor(Math.min(...blocks.map(block => block.from)) / 60),
    to: Math.ceil(Math.max(...blocks.map(block => block.to)) / 60),
  }
}

function bandsOf({ place, mentors }: Schedule, by: WeekBy): Omit<Band, 'days' | 'notes'>[] {
  if (by === 'place') return [{ id: place.id, name: place.name, photo: null, zone: place.time_zone }]
  return mentors.map(({ id, name, photo }) => ({ id, name, photo, zone: null }))
}

function blocksOf(schedules: readonly Schedule[], day: LocalDate): Block[] {
  const blocks = schedules
    .flatMap(schedule => partsOf(schedule).map(part => ({ schedule, ...part })))
    .filter(({ date }) => date === day)
    .map(({ schedule, from, to }) => ({ schedule, from, to }))
    .toSorted((a, b) => a.from - b.from || b.to - a.to)
  return overlapping(blocks).flatMap(group => assignLanes(group))
}

/** Groups of overlapping blocks, so that one busy hour does not narrow the whole day. */
function overlapping<Span extends { from: number; to: number }>(blocks: readonly Span[]): Span[][] {
  const groups: Span[][] = []
  let end = -1
  for (const block of blocks) {
    if (block.from >= end) groups.push([])
    groups.at(-1)?.push(block)
    end = Math.max(end, block.to)
  }
  return groups
}

function assignLanes(group: readonly Omit<Block, 'lane' | 'lanes'>[]): Block[] {
  const ends: number[] = []
  const placed = group.map(block => {
    const free = ends.findIndex(end => end <= block.from)
    const lane = free === -1 ? ends.length : free
    ends[lane] = block.to
    return { ...block, lane }
  })
  return placed.map(block => ({ ...block, lanes: ends.length }))
}

/** The parts of a session by local date: two if it crosses midnight. */
function partsOf({ starts_at, ends_at, time_zone }: Schedule): { date: LocalDate; from: number; to: number }[] {
  const [start, end] = [localPointOf(starts_at, time_zone), localPointOf(ends_at, time_zone)]
  if (start.date === end.date) return [{ date: start.date, from: start.minute, to: end.minute }]
  const first = { date: start.date, from: start.minute, to: 24 * 60 }
  return end.minute === 0 ? [first] : [first, { date: end.date, from: 0, to: end.minute }]
}

function localPointOf(at: string, zone: string): { date: LocalDate; minute: number } {
  const instant = Temporal.Instant.from(at)
  return { date: localDateOf(instant, zone), minute: minuteOf(localTimeOf(instant, zone)) }
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
