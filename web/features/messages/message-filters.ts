import type { MessagesQuery } from '#contract/messages.ts'
import { dateParam } from '../../lib/param-values.ts'
import type { Params } from '../../lib/search-params.ts'
import { channelLabels, stateTones } from './format-message.ts'

const filterNames = ['search', 'kind', 'state', 'channel', 'from', 'to'] as const

/** Whether the address has a filter, so that an empty list says "no matches" and offers to clear them. */
export const isFiltered = (params: Params): boolean => filterNames.some(name => params[name])

/** Address parameters that clear all filters. */
export const clearedFilters: Params = { ...Object.fromEntries(filterNames.map(name => [name, undefined])), after: undefined }

/** Reads the filters from the address; invalid values count as not set. */
export function readFilters(params: Params): Omit<MessagesQuery, 'per_page'> {
  const oneOf = <Word extends string>(words: Record<Word, unknown>, text: string | undefined) =>
    text && Object.hasOwn(words, text) ? (text as Word) : undefined
  return {
    search: params.search?.slice(0, 100) || undefined,
    kind: params.kind?.slice(0, 40) || undefined,
    state: oneOf(stateTones, params.state),
    channel: oneOf(channelLabels, params.channel),
    from: dateParam(params.from),
    to: dateParam(params.to),
    after: params.after?.slice(0, 80) || undefined,
  }
}

/** The filters without the page, for the download of all that they leave. */
export const filterQuery = (params: Params): Omit<MessagesQuery, 'per_page' | 'after'> => {
  const { after: _, ...filter } = readFilters(params)
  return filter
}
