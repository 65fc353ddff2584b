import { type Params, stringifySearch } from '../../lib/search-params.ts'

/** How an address was reached. */
export type Move = 'PUSH' | 'REPLACE' | 'BACK' | 'FORWARD' | 'GO'

interface Navigation {
  from: Params
  to: Params
  /** Where the form itself navigated to last. */
  chosen: Params
  move: Move
}

/**
 * Whether a navigation within the page begins another booking, with an empty form: a link does, and Back or Forward to
 * another client.
 */
export function beginsBooking({ from, to, chosen, move }: Navigation): boolean {
  if (isSame(from, to)) return false
  if (move === 'PUSH' || move === 'REPLACE') return !isSame(to, chosen)
  return from.user !== to.user || from.new !== to.new
}

const isSame = (some: Params, other: Params): boolean => write(some) === write(other)
const write = (params: Params): string => stringifySearch(Object.fromEntries(Object.entries(params).toSorted()))
