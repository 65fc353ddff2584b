import { isStaffPath, pages, type PageName, type pageOf } from '#contract/pages.ts'
import { redirect } from '@tanstack/react-router'
import { isEmbedded } from '../lib/embedded.ts'
import { isOtherLanguageKept } from '../lib/language.ts'
import { hasStaffTexts } from '../lib/messages.ts'
import { homeOf, paths } from '../lib/paths.ts'
import { can, session, endOfLogin } from '../lib/session.ts'

// For convenience only: the server checks every call.

const isStaffDocument = typeof location !== 'undefined' && isStaffPath(location.pathname)

/**
 * Loads the document in its other language on the way to or from pages for staff, which some languages show in
 * English. A document that loaded in its area stays.
 */
export function reloadInLanguage({
  location: { href, pathname },
  preload,
}: {
  location: { href: string; pathname: string }
  preload: boolean
}): void {
  if (preload || isStaffPath(pathname) === isStaffDocument || (hasStaffTexts && !isOtherLanguageKept())) return
  throw redirect({ href, reloadDocument: true })
}

interface Visit {
  location: { pathname: string }
}

/** /my */
export function requireLogin({ location }: Visit): void {
  if (!session()) throw turnAway(location)
}

/** /admin */
export function requireAdmin({ location }: Visit): void {
  if (!session()?.isAdmin) throw turnAway(location)
}

/** /mentor */
export function requireMentor({ location }: Visit): void {
  if (!session()?.isMentor) throw turnAway(location)
}

/**
 * To the booking page, from where visitors log in and come back (turned-away.ts), because messages link to these pages.
 * Without the query, which may hold what an earlier user typed; nothing leads back after a logout.
 */
function turnAway({ pathname }: Visit['location']) {
  const leadsBack = !session() && endOfLogin() !== 'logout'
  return redirect({ href: paths.booking(), replace: true, state: leadsBack ? { turnedAwayFrom: pathname } : {} })
}

/**
 * Redirects where contract/pages.ts states it: from an old path, from a page for visitors, and without the
 * page's abilities.
 */
export function guardPage(page: ReturnType<typeof pageOf>, params: Record<string, string>, searchStr: string): void {
  // The document in a frame shows nothing else.
  if (isEmbedded && page.path !== paths.embed()) throw redirect({ href: paths.embed(), replace: true })
  const { abilities = [], visitorsOnly, redirect: target } = page
  const user = session()
  if (target) throw redirect({ href: urlOf(target, params) + searchStr, replace: true })
  if (visitorsOnly && user) throw redirect({ href: homeOf(user), replace: true, reloadDocument: isOtherLanguageKept() })
  if (!abilities.every(can)) throw redirect({ href: paths.unauthorized(), replace: true })
}

const urlOf = (name: PageName, params: Record<string, string>): string =>
  pages[name].path.replaceAll(/\$(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''))
