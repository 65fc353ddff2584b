import type { PageName, SearchOf } from '#contract/pages.ts'
import { useNavigate, useRouterState } from '@tanstack/react-router'

/** The parameters of an address by name. Values are what is in the address, and may be anything. */
export type Params = Readonly<Record<string, string | undefined>>

/** Plain words in addresses (`?page=2&mentor=…`), never JSON. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

/** The query of an address with its `?`; empty without values. Empty and missing values are left out. */
export function stringifySearch(params: Record<string, unknown>): string {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return entries.length > 0 ? `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}` : ''
}

/**
 * The query of the page as state: filters, pages and choices that Back and a shared link keep:
 * `useSearchParams<'users'>()`. A component of several pages names them all; without a name it may use the
 * parameters of any page. Setting merges; `undefined` removes. `replace` overwrites the history entry
 * (typing in a search box) instead of adding one. What opens over or next to the page (`useOpened`) is not among
 * them: the page is not rendered again.
 */
export function useSearchParams<Name extends PageName = PageName>(): [
  SearchOf<Name>,
  (change: SearchOf<Name>, options?: { replace?: boolean }) => void,
] {
  const params = useRouterState({ select: ownParamsOf, structuralSharing: true }) as SearchOf<Name>
  const navigate = useNavigate()
  const set = (change: SearchOf<Name>, { replace = false } = {}) =>
    void navigate({ to: '.', search: before => ({ ...before, ...change }), replace, resetScroll: false })
  return [params, set]
}

/** The parameters of what opens over a page, and next to it (panel.ts). */
type Opened = 'open' | 'record'

/** The parameters of the page itself. */
export const ownParams = ({ open, record, ...own }: Params & Partial<Record<Opened, string>>): Params => own

const ownParamsOf = ({ location: { search } }: { location: { search: Params } }): Params => ownParams(search)

/** What the address opens over the page or next to it. */
export const useOpened = (param: Opened): string | undefined =>
  useRouterState({ select: ({ location }) => (location.search as Params)[param] })
