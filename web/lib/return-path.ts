import type { PageAddress } from '#contract/pages.ts'
/** No site has this name: whatever is of another site than this one resolves to another one. */
const here = 'http://here.invalid'

/** The path of this site that an address from outside names, query and all; null for everything that would lead to another site. */
export function readReturnPath(address: string | undefined): PageAddress | null {
  if (!address?.startsWith('/') || !URL.canParse(address, here)) return null
  const { origin, pathname, search } = new URL(address, here)
  // What begins with two slashes would be another site once it is an address itself.
  return origin === here && !pathname.startsWith('//') ? (`${pathname}${search}` as PageAddress) : null
}
