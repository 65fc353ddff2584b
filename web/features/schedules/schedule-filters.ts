import type { LocalDate } from '#domain/time/local-date.ts'
import { dateParam, idParam } from '../../lib/param-values.ts'
import { sortParam } from '../../lib/sort-param.ts'
import type { Params } from '../../lib/search-params.ts'

/** Whether a session can be booked, as the API filters by it. */
export const availabilities = ['available', 'full', 'closed', 'past'] as const

/** The filters of the list. */
export interface ScheduleFilters {
  availability: (typeof availabilities)[number] | 'all'
  supportType?: string
  place?: string
  mentor?: string
  from?: LocalDate
  to?: LocalDate
  search?: string
  sort: (typeof orders)[number]
}

/** The orders of the list; the first without a parameter. */
const orders = ['', 'starts', '-starts'] as const

/** Reads the filters from the address; invalid values count as not set. */
export function readFilters(params: Params): ScheduleFilters {
  return {
    availability: availabilities.find(known => known === params.availability) ?? 'all',
    supportType: idParam(params.support_type),
    place: idParam(params.place),
    mentor: idParam(params.mentor),
    from: dateParam(params.from),
    to: dateParam(params.to),
    search: params.search?.trim().slice(0, 100) || undefined,
    sort: sortParam(params.sort, orders),
  }
}

/** The query of the call. */
export const filterQuery = ({ availability, supportType, place, mentor, from, to, search, sort }: ScheduleFilters) => ({
  availability,
  support_type_id: supportType,
  place_id: place,
  mentor_id: mentor,
  from,
  to,
  search,
  sort: sort || undefined,
})

/** Whether a filter is active. */
export const isFiltered = ({ availability, supportType, place, mentor, from, to, search }: ScheduleFilters): boolean =>
  availability !== 'all' || [supportType, place, mentor, from, to, search].some(Boolean)

/** Address parameters that clear all filters, from the first page. */
export const clearedFilters: Params = {
  availability: undefined,
  support_type: undefined,
  place: undefined,
  mentor: undefined,
  from: undefined,
  to: undefined,
  search: undefined,
  page: undefined,
  shown: undefined,
}
