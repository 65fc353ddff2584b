import { isLocalDate } from '#domain/time/local-date.ts'
import type { Params } from '../../lib/search-params.ts'

export const filterNames = ['person', 'thing', 'action', 'from', 'to', 'person_id', 'thing_id'] as const

/** What of the log is shown, as the address keeps it; `person_id` and `thing_id` come from links of other pages. */
export function readFilters(params: Params) {
  const date = (text: string | undefined) => (text && isLocalDate(text) ? text : undefined)
  const id = (text: string | undefined) => (text && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text : undefined)
  return {
    person: params.person?.slice(0, 100) || undefined,
    action: params.action?.slice(0, 40) || undefined,
    subject: params.thing?.slice(0, 40) || undefined,
    from: date(params.from),
    to: date(params.to),
    person_id: id(params.person_id),
    subject_id: id(params.thing_id),
  }
}

/** The change of address that shows everything again. */
export const noFilters: Params = { ...Object.fromEntries(filterNames.map(name => [name, undefined])), after: undefined }
