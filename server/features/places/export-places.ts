import type { PlaceQuery } from '#contract/places.ts'
import { csvFile } from '../../platform/csv.ts'
import type { Connection } from '../../platform/database/connection.ts'
import type { Scope } from '../../platform/scope.ts'
import { streamNumberedPages } from '../../platform/stream-in-parts.ts'
import { listOfferedPlaces } from './queries.ts'

const columns = ['Name', 'Kind', 'Address', 'Meeting link', 'Time zone', 'Public holidays', 'In use', 'Sessions ahead', 'Booked']

/** The places of a filter as CSV, streamed. */
export const exportPlaces = (db: Connection, scope: Scope, filter: Omit<PlaceQuery, 'page' | 'per_page'>) =>
  csvFile(
    columns,
    streamNumberedPages(page => listOfferedPlaces(db, scope, { ...filter, ...page })),
    ({ name, kind, address, meeting_url, time_zone, holiday_region, active, ahead }) => [
      name,
      kind,
      address,
      meeting_url ?? '',
      time_zone,
      holiday_region ?? '',
      active ? 'yes' : 'no',
      String(ahead.sessions),
      String(ahead.appointments),
    ],
  )
