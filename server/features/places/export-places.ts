import type { PlaceQuery } from '#contract/places.ts'
import { csvFile, csvYesNo } from '../../platform/csv.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { say } from '../../platform/text.ts'
import { streamOfferedPlaces } from './queries.ts'

const columns = ['name', 'kind', 'address', 'meetingLink', 'timeZone', 'publicHolidays', 'inUse', 'sessionsAhead', 'booked'] as const

/** The places of a filter as CSV, streamed. */
export const exportPlaces = (db: Connection, scope: Scope, filter: Omit<PlaceQuery, 'page' | 'per_page'>) =>
  csvFile(
    scope,
    columns,
    streamOfferedPlaces(db, scope, filter),
    ({ name, kind, address, meeting_url, time_zone, holiday_region, active, ahead }) => [
      name,
      say(scope.language, `value.place.${kind}`),
      address,
      meeting_url ?? '',
      time_zone,
      holiday_region ?? '',
      csvYesNo(scope.language, active),
      String(ahead.sessions),
      String(ahead.appointments),
    ],
  )
