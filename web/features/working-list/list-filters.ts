import { appointmentStatuses } from '#domain/booking/status.ts'
import type { Params } from '../../lib/search-params.ts'

/** Reads the filters from the address; `free` shows free seats only. */
export function readFilters({ search, status, mentor }: Params) {
  return {
    search: search ?? '',
    status: appointmentStatuses.find(known => known === status) ?? (status === 'free' ? ('free' as const) : undefined),
    mentor,
  }
}
/** The filters of the list; `status` may be `free`, for the free seats. */
export type ListFilters = ReturnType<typeof readFilters>

/** Whether the list shows a part of the session, so that an empty one says "no matches". */
export const isFiltered = ({ search, status, mentor }: ListFilters): boolean =>
  search !== '' || status !== undefined || mentor !== undefined

/** Address parameters that clear all filters. */
export const clearedFilters: Params = { search: undefined, status: undefined, mentor: undefined }
