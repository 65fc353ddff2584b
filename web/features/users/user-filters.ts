import { idParam } from '../../lib/param-values.ts'
import { sortParam } from '../../lib/sort-param.ts'
import type { Params } from '../../lib/search-params.ts'

/** The orders of the list; the first without a parameter. */
const orders = ['name', '-name', 'created', '-created'] as const

const states = ['active', 'inactive'] as const

/** The filters of the list. */
export interface UserFilters {
  search: string
  state: (typeof states)[number] | 'all'
  role?: string
  sort: (typeof orders)[number]
}

/** Reads the filters from the address; invalid values count as not set. */
export const readFilters = (params: Params): UserFilters => ({
  search: (params.search ?? '').slice(0, 200),
  state: states.find(known => known === params.state) ?? 'all',
  ...(idParam(params.role) && { role: params.role }),
  sort: sortParam(params.sort, orders),
})

/** The query of the call. */
export const userQuery = ({ search, state, role, sort }: UserFilters) => ({
  search: search.trim() || undefined,
  state,
  role_id: role,
  sort,
})

/** Whether the list shows a part of the people, so that an empty one says "no matches". */
export const isFiltered = ({ search, state, role }: UserFilters): boolean => search.trim() !== '' || state !== 'all' || role !== undefined

/** Address parameters without filters, from the first page. */
export const clearedFilters: Params = { search: undefined, state: undefined, role: undefined, page: undefined }
