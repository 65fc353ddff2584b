import { isLocalDate } from '#domain/time/local-date.ts'
import type { Params } from '../../lib/search-params.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Who is listed, as the address keeps it. */
export function readLineFilters(params: Params) {
  const id = (text: string | undefined) => (text && uuid.test(text) ? text : undefined)
  return {
    state: params.state === 'ended' ? ('ended' as const) : ('open' as const),
    supportType: id(params.support_type),
    mentor: id(params.mentor),
    date: params.date && isLocalDate(params.date) ? params.date : undefined,
    search: params.search?.trim() || undefined,
    page: Math.max(1, Number(params.page) || 1),
  }
}

export const noLineFilters: Params = {
  state: undefined,
  support_type: undefined,
  mentor: undefined,
  date: undefined,
  search: undefined,
  page: undefined,
}
