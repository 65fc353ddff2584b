import type { Schedule, ScheduleQuery } from '#contract/schedules.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { csvHead, csvLine } from '../../platform/csv.ts'
import { translatePages, type ContentTexts } from '../../platform/content-texts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { say } from '../../platform/text.ts'
import { streamSchedules } from './queries.ts'

const columns = [
  'starts',
  'ends',
  'timeZone',
  'supportType',
  'place',
  'mentors',
  'status',
  'availability',
  'seats',
  'booked',
  'free',
  'note',
] as const

/** The schedules of a filter as CSV, streamed: one line per session, with times on its place's clock. */
export async function* exportSchedules(
  db: Connection,
  scope: Scope,
  filter: Omit<ScheduleQuery, 'page' | 'per_page'>,
  texts: ContentTexts | undefined,
): AsyncGenerator<string> {
  yield csvHead(scope.language, columns)
  for await (const schedules of translatePages(streamSchedules(db, scope, filter), texts))
    yield schedules.map(schedule => csvLine(lineOf(schedule, scope))).join('')
}

function lineOf(
  { starts_at, ends_at, time_zone, support_type, place, mentors, status, availability, seats, note }: Schedule,
  { language }: Scope,
): string[] {
  const local = (instant: string) =>
    Temporal.Instant.from(instant).toZonedDateTimeISO(time_zone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
  return [
    local(starts_at),
    local(ends_at),
    time_zone,
    support_type.name,
    place.name,
    mentors.map(({ name }) => name).join(', '),
    say(language, `value.schedule.${status}`),
    say(language, `value.availability.${availability}`),
    String(seats.total),
    String(seats.taken),
    String(seats.free),
    note,
  ]
}
