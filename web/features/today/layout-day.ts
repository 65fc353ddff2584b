import type { Day, DayAppointment, FreeTime } from '#contract/day.ts'
import { localTimeOf } from '#domain/time/local-time.ts'
import { Temporal } from '#domain/time/temporal.ts'

/** What the columns are: mentors or places. */
export type DayBy = 'mentor' | 'place'

/** One appointment or one time with free seats. */
export type Entry = { key: string; starts_at: string; ends_at: string } & (
  | { kind: 'appointment'; appointment: DayAppointment }
  | { kind: 'free'; time: FreeTime }
)

/** The day of one mentor or one place. */
export interface DayColumn {
  id: string
  name: string
  photo: string | null
  booked: number
}

/** What starts within one half hour, by column. */
export interface DayRow {
  /** RFC 3339; the row ends half an hour later. */
  starts_at: string
  cells: Entry[][]
}

/** The length of a row, in minutes. */
export const rowMinutes = 30
const rowMs = rowMinutes * 60_000

/** The entries of the day in one order: by time, those with a client first. */
export const entriesOf = ({ appointments, free }: Pick<Day, 'appointments' | 'free'>): Entry[] =>
  [
    ...appointments.map((appointment): Entry => {
      const { id, starts_at, ends_at } = appointment
      return { kind: 'appointment', key: id, starts_at, ends_at, appointment }
    }),
    ...free.map((time): Entry => {
      const { schedule_id, mentor, starts_at, ends_at } = time
      return { kind: 'free', key: `${schedule_id} ${mentor.id} ${starts_at}`, starts_at, ends_at, time }
    }),
  ].toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at) || a.kind.localeCompare(b.kind))

const subjectOf = (entry: Entry) => (entry.kind === 'free' ? entry.time : entry.appointment)

/** The mentor's or the place's id. */
export const columnIdOf = (entry: Entry, by: DayBy): string => subjectOf(entry)[by].id

/** The mentors or places with an entry, by name. */
export function columnsOf(entries: readonly Entry[], by: DayBy): DayColumn[] {
  const columns = new Map<string, DayColumn>()
  for (const entry of entries) {
    const { id, name } = subjectOf(entry)[by]
    const photo = by === 'mentor' ? subjectOf(entry).mentor.photo : null
    const column = columns.get(id) ?? { id, name, photo, booked: 0 }
    if (entry.kind === 'appointment') column.booked += 1
    columns.set(id, column)
  }
  return [...columns.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

/**
 * Half hours of the organisation's clock from the first start to the last end, without a gap. An entry is in
 * the row in which it starts.
 */
export function layoutRows(entries: readonly Entry[], columns: readonly DayColumn[], by: DayBy, zone: string): DayRow[] {
  const [first] = entries
  if (!first) return []
  const until = Math.max(...entries.map(({ ends_at }) => Date.parse(ends_at)))
  const start = Date.parse(first.starts_at)
  const from = start - minutesIntoRow(first.starts_at, zone) * 60_000 - (start % 60_000)
  const rows = Array.from({ length: Math.ceil((until - from) / rowMs) }, (_, index) => ({
    starts_at: new Date(from + index * rowMs).toISOString(),
    cells: columns.map((): Entry[] => []),
  }))
  const indexOf = new Map(columns.map(({ id }, index) => [id, index]))
  for (const entry of entries) {
    const row = rows[Math.floor((Date.parse(entry.starts_at) - from) / rowMs)]
    row?.cells[indexOf.get(columnIdOf(entry, by)) ?? -1]?.push(entry)
  }
  return rows
}

const minutesIntoRow = (instant: string, zone: string): number =>
  Number(localTimeOf(Temporal.Instant.from(instant), zone).slice(3, 5)) % rowMinutes

/** The row of `now` (epoch ms) and the share of it that is over; null outside the rows. */
export function findNow(rows: readonly DayRow[], now: number): { index: number; share: number } | null {
  const index = rows.findIndex(({ starts_at }) => now >= Date.parse(starts_at) && now < Date.parse(starts_at) + rowMs)
  return index < 0 ? null : { index, share: (now - Date.parse(rows[index]?.starts_at ?? '')) / rowMs }
}

/** One entry of the list, or free times in a row that are folded into one. */
export type ListItem = { key: string; starts_at: string; entries: Entry[] }

/** From so many free times in a row on, a list folds them. */
const minFolded = 3

/**
 * The entries with runs of free times put together. `from`: the index at which a run ends, because the current
 * time comes before it.
 */
export function foldFree(entries: readonly Entry[], from = -1): ListItem[] {
  const runs: Entry[][] = []
  for (const [index, entry] of entries.entries()) {
    const run = runs.at(-1)
    if (run && index !== from && entry.kind === 'free' && run[0]?.kind === 'free') run.push(entry)
    else runs.push([entry])
  }
  return runs
    .flatMap(run => (run.length < minFolded ? run.map(entry => [entry]) : [run]))
    .flatMap(run => (run[0] ? { key: run[0].key, starts_at: run[0].starts_at, entries: run } : []))
}
