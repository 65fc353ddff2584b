import { beforeReload } from '../../lib/choose-language.ts'

let taken: string | null = null

/**
 * Takes the token from the address's fragment and removes it from the address bar and the history at
 * once, so that it is neither shared nor found later. Kept in memory only: a reload needs the link
 * again, except for another language, right before which the token returns to the fragment.
 */
export function takeLinkToken(): string | null {
  const fragment = location.hash.slice(1)
  if (fragment === '') return taken
  taken = fragment
  const { pathname } = location
  beforeReload(() => location.pathname === pathname && history.replaceState(history.state, '', `#${fragment}`))
  history.replaceState(history.state, '', pathname)
  return taken
}

/** The address of a printed link. */
export const linkOf = (token: string): string => `${location.origin}/invitation#${token}`
