import type { Schedule, ScheduleQuery } from '#contract/schedules.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { csvLine, csvStart } from '../../platform/csv.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { streamSchedules } from './queries.ts'

const columns = [
  'Starts',
  'Ends',
  'Time zone',
  'Kind of support',
  'Place',
  'Mentors',
  'Status',
  'Availability',
  'Seats',
  'Booked',
  'Free',
  'Note',
]

/** The schedules of a filter as CSV, streamed: one line per session, with times on its place's clock. */
export async function* exportSchedules(
  db: Connection,
  scope: Scope,
  filter: Omit<ScheduleQuery, 'page' | 'per_page'>,
): AsyncGenerator<string> {
  yield csvStart + csvLine(columns)
  for await (const schedules of streamSchedules(db, scope, filter)) yield schedules.map(schedule => csvLine(lineOf(schedule))).join('')
}

function lineOf({ starts_at, ends_at, time_zone, support_type, place, mentors, status, availability, seats, note }: Schedule): string[] {
  const local = (instant: string) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(time_zone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
  return [
    local(starts_at),
    local(ends_at),
    time_zone,
    support_type.name,
    place.name,
    mentors.map(({ name }) => name).join(', '),
    status,
    availability,
    String(seats.total),
    String(seats.taken),
    String(seats.free),
    note,
  ]
}
