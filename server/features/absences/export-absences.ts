import type { ClosedDayQuery, TimeOffQuery } from '#contract/absences.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { csvFile } from '../../platform/csv.ts'
import { translatePages, type ContentTexts } from '../../platform/content-texts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { streamClosedDays, streamTimeOff, type Unpaged } from './queries.ts'

/** Time off of a filter as CSV, streamed, on the organisation's clock. Reasons as the caller may read them. */
export const exportTimeOff = (db: Connection, scope: PersonScope, mentorId: string | null, filter: Unpaged<TimeOffQuery>) =>
  csvFile(
    scope,
    ['mentor', 'starts', 'ends', 'timeZone', 'reason', 'affected'],
    streamTimeOff(db, scope, mentorId, filter),
    ({ mentor, starts_at, ends_at, time_zone, reason, affected }) => [
      mentor.name,
      toLocal(starts_at, time_zone),
      toLocal(ends_at, time_zone),
      time_zone,
      reason ?? '',
      String(affected),
    ],
  )

/** Closed days of a filter as CSV, streamed. */
export const exportClosedDays = (db: Connection, scope: PersonScope, filter: Unpaged<ClosedDayQuery>, texts: ContentTexts | undefined) =>
  csvFile(
    scope,
    ['place', 'date', 'timeZone', 'reason', 'affected'],
    translatePages(streamClosedDays(db, scope, filter), texts),
    ({ place, date, reason, affected }) => [place.name, date, place.time_zone, reason, String(affected)],
  )

const toLocal = (instant: string, zone: string): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ')
