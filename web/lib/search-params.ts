import type { PageName, SearchOf } from '#contract/pages.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'

export type Params = Readonly<Record<string, string | undefined>>

/** Plain words in addresses (`?page=2&mentor=…`), never JSON. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(params: Record<string, unknown>): string {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return entries.length > 0 ? `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}` : ''
}

/**
 * The query of the page as state: filters, pages and choices that Back and a shared link keep:
 * `useSearchParams<'users'>()`. A component of several pages names them all; without a name it may use the
 * parameters of any page. Setting merges; `undefined` removes. `replace` overwrites the history entry
 * (typing in a search box) instead of adding one. A record that opens next to the page (panel.ts) is not among
 * them and renders nothing of the page again.
 */
export function useSearchParams<Name extends PageName = PageName>(): [
  SearchOf<Name>,
  (change: SearchOf<Name>, options?: { replace?: boolean }) => void,
] {
  const params = useRouterState({ select: ownParams, structuralSharing: true }) as SearchOf<Name>
  const navigate = useNavigate()
  const set = (change: SearchOf<Name>, { replace = false } = {}) =>
    void navigate({ to: '.', search: before => ({ ...before, ...change }), replace, resetScroll: false })
  return [params, set]
}

const ownParams = ({ location: { search } }: { location: { search: Params } }): Params => {
  const { record: _, ...own } = search
  return own
}
