import { pages, type PageAddress, type PageName, type PathValues, type SearchOf } from '#contract/pages.ts'

type BuildAddress<Name extends PageName> = (...args: [...values: PathValues<Name>, search?: SearchOf<Name>]) => PageAddress

/**
 * Builds the address of every page of contract/pages.ts: `paths.user(id)`, `paths.contract(id, { view:
 * 'compare' })`.
 */
export const paths = Object.fromEntries(
  Object.entries(pages).map(([name, { path }]) => [name, (...args: unknown[]) => buildAddress(path, args)]),
) as { readonly [Name in PageName]: BuildAddress<Name> }

function buildAddress(path: string, args: unknown[]): string {
  const rest = [...args]
  const filled = path.replaceAll(/\$\w+/g, () => encodeURIComponent(String(rest.shift())))
  const search = new URLSearchParams(Object.entries(rest[0] ?? {}).filter(([, value]) => value))
  return search.size > 0 ? `${filled}?${search}` : filled
}

/** The page to show after logging in. */
export const homeOf = ({ isAdmin, isMentor }: { isAdmin: boolean; isMentor: boolean }): PageAddress =>
  isAdmin ? paths.admin() : isMentor ? paths.mentor() : paths.my()
