import { dateParam, idParam } from '../../lib/param-values.ts'
import { sortParam } from '../../lib/sort-param.ts'
import type { Params } from '../../lib/search-params.ts'

/** The orders of the list; the first without a parameter. */
const orders = ['line', 'since', '-since', 'day', '-day'] as const

/** Reads the filters from the address. */
export function readFilters(params: Params) {
  return {
    state: params.state === 'ended' ? ('ended' as const) : ('open' as const),
    supportType: idParam(params.support_type),
    mentor: idParam(params.mentor),
    date: dateParam(params.date),
    search: params.search?.trim() || undefined,
    sort: sortParam(params.sort, orders),
    page: Math.max(1, Number(params.page) || 1),
  }
}

/** The query of the calls that list all entries. */
export const filterQuery = ({ state, supportType, mentor, date, search, sort }: ReturnType<typeof readFilters>) => ({
  state,
  support_type_id: supportType,
  mentor_id: mentor,
  date,
  search,
  sort,
})

/** Address parameters that clear all filters. */
export const clearedFilters: Params = {
  state: undefined,
  support_type: undefined,
  mentor: undefined,
  date: undefined,
  search: undefined,
  page: undefined,
}
