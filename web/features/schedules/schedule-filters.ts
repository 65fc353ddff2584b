import { isLocalDate, type LocalDate } from '#domain/time/local-date.ts'
import type { Params } from '../../lib/search-params.ts'

export const availabilities = ['available', 'full', 'closed', 'past'] as const

/** Which schedules are listed, as the address keeps it. */
export interface ScheduleFilters {
  availability: (typeof availabilities)[number] | 'all'
  supportType?: string
  place?: string
  mentor?: string
  from?: LocalDate
  to?: LocalDate
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads the address; what is no such filter counts as not set. */
export function readFilters(params: Params): ScheduleFilters {
  const id = (text: string | undefined) => (text && uuid.test(text) ? text : undefined)
  const date = (text: string | undefined) => (text && isLocalDate(text) ? text : undefined)
  return {
    availability: availabilities.find(known => known === params.availability) ?? 'all',
    supportType: id(params.support_type),
    place: id(params.place),
    mentor: id(params.mentor),
    from: date(params.from),
    to: date(params.to),
  }
}

/** What the call takes for them. */
export const filterQuery = ({ availability, supportType, place, mentor, from, to }: ScheduleFilters) => ({
  availability,
  support_type_id: supportType,
  place_id: place,
  mentor_id: mentor,
  from,
  to,
})

/** Whether anything is filtered at all; in the week view its own dates stand for `from` and `to`. */
export const isFiltered = ({ availability, supportType, place, mentor, from, to }: ScheduleFilters): boolean =>
  availability !== 'all' || [supportType, place, mentor, from, to].some(Boolean)

/** The change of address that shows everything again, from its first page. */
export const noFilters: Params = {
  availability: undefined,
  support_type: undefined,
  place: undefined,
  mentor: undefined,
  from: undefined,
  to: undefined,
  page: undefined,
}
