import { useNavigate, useRouterState } from '@tanstack/react-router'

export type Params = Readonly<Record<string, string | undefined>>

/** Plain words in addresses (`?page=2&mentor=…`), never JSON. */
export const parseSearch = (search: string): Record<string, string> => Object.fromEntries(new URLSearchParams(search))

export function stringifySearch(params: Record<string, unknown>): string {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return entries.length > 0 ? `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}` : ''
}

/**
 * The address as state: filters, pages and choices that Back and a shared link keep. Setting merges; `undefined` removes.
 * `replace` writes over the present history entry (typing in a search box) instead of adding one.
 */
export function useSearchParams(): [Params, (change: Params, options?: { replace?: boolean }) => void] {
  const params = useRouterState({ select: state => state.location.search as Params })
  const navigate = useNavigate()
  const set = (change: Params, { replace = false } = {}) =>
    void navigate({ to: '.', search: (before: Params) => ({ ...before, ...change }), replace, resetScroll: false } as never)
  return [params, set]
}
