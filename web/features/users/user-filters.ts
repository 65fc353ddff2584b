import type { Params } from '../../lib/search-params.ts'

const states = ['active', 'inactive'] as const

/** Which people are listed, as the address keeps it. */
export interface UserFilters {
  search: string
  state: (typeof states)[number] | 'all'
  role?: string
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads the address; what is no such filter counts as not set. */
export const readUserFilters = (params: Params): UserFilters => ({
  search: (params.search ?? '').slice(0, 200),
  state: states.find(known => known === params.state) ?? 'all',
  ...(params.role && uuid.test(params.role) && { role: params.role }),
})

/** What the call takes for them. */
export const userQuery = ({ search, state, role }: UserFilters) => ({ search: search.trim() || undefined, state, role_id: role })

export const isNarrowed = ({ search, state, role }: UserFilters): boolean => search.trim() !== '' || state !== 'all' || role !== undefined

/** Address parameters without filters, from the first page. */
export const noUserFilters: Params = { search: undefined, state: undefined, role: undefined, page: undefined }
