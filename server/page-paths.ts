import { isLegalKey, legalKeys, type LegalKey } from '#contract/legal.ts'
import { pages } from '#contract/pages.ts'
import { makeLastKnownReader } from './platform/http/last-known.ts'

const patterns = Object.entries(pages)
  .map(([name, { path }]) => ({ name, parameters: path.split('$').length - 1, pattern: patternOf(path) }))
  // /admin/users/create before /admin/users/$userId.
  .toSorted((a, b) => a.parameters - b.parameters)

/**
 * The name of the product's page at a path; undefined for any other, which is answered with 404 and the page that
 * says so. Redirects between pages (such as /terms-and-conditions) run in the browser and count as pages.
 */
export const findPageName = (path: string): string | undefined => patterns.find(({ pattern }) => pattern.test(path))?.name

/** The same for one organisation: the page of a legal text that is not in force is none. */
export function makePageFinder(readKeys: () => Promise<readonly LegalKey[]>): (path: string) => Promise<string | undefined> {
  const readInForce = makeLastKnownReader<readonly LegalKey[]>(readKeys, legalKeys)
  return async path => {
    const name = findPageName(path)
    return name !== undefined && isLegalKey(name) && !(await readInForce()).includes(name) ? undefined : name
  }
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`)
}
