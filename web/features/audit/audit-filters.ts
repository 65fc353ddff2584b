import { dateParam, idParam } from '../../lib/param-values.ts'
import type { Params } from '../../lib/search-params.ts'

/** The address parameters of the filters; a link that clears them removes all. */
export const filterNames = ['person', 'thing', 'action', 'from', 'to', 'person_id', 'thing_id'] as const

/** Reads the filters from the address. `person_id` and `thing_id` come from links on other pages. */
export function readFilters(params: Params) {
  return {
    person: params.person?.slice(0, 100) || undefined,
    action: params.action?.slice(0, 40) || undefined,
    subject: params.thing?.slice(0, 40) || undefined,
    from: dateParam(params.from),
    to: dateParam(params.to),
    person_id: idParam(params.person_id),
    subject_id: idParam(params.thing_id),
  }
}

/** Address parameters that clear all filters. */
export const clearedFilters: Params = { ...Object.fromEntries(filterNames.map(name => [name, undefined])), after: undefined }
