import type { PageAddress } from '#contract/pages.ts'
/** A reserved name: an address of another site resolves to another origin. */
const here = 'http://here.invalid'

/**
 * The path and query of an untrusted address; null if it leads to another site. A path without a page
 * shows the 404 page.
 */
export function readReturnPath(address: string | undefined): PageAddress | null {
  if (!address?.startsWith('/') || !URL.canParse(address, here)) return null
  const { origin, pathname, search } = new URL(address, here)
  // `//host` would lead to another site.
  return origin === here && !pathname.startsWith('//') ? (`${pathname}${search}` as PageAddress) : null
}
