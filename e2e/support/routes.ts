import type { AbilityName } from '#contract/abilities.ts'
import { grants } from '#contract/granted.ts'
import { areaOf, pageOf, pages, type Area, type PageName } from '#contract/pages.ts'
import type { DemoIds } from './demo-ids.ts'

/** The kinds of users that open pages. */
export const visitors = ['visitor', 'client', 'mentor', 'frontDesk', 'administrator'] as const
export type Visitor = (typeof visitors)[number]

/** Their abilities and the areas that they may open, in the demo. */
const access: Record<Visitor, { areas: readonly Area[]; abilities: readonly (AbilityName | '*')[]; home: PageName | null }> = {
  visitor: { areas: ['public'], abilities: [], home: null },
  client: { areas: ['public', 'my'], abilities: [], home: 'myProfile' },
  mentor: { areas: ['public', 'my', 'mentor'], abilities: [], home: 'mentor' },
  frontDesk: {
    areas: ['public', 'my', 'admin'],
    abilities: ['Schedule List', 'Appointment List', 'Appointment Edit', 'Appointment Create', 'User List'],
    home: 'admin',
  },
  administrator: { areas: ['public', 'my', 'admin'], abilities: ['*'], home: 'admin' },
}

/** Pages of the client's own records: other users receive 404 for them. */
const own: readonly PageName[] = ['myAppointment', 'myAcceptance']
/**
 * The demo's client has no waiting-list entry of a fixed id. The page in a frame leads nowhere:
 * embed-on-a-website.ts.
 */
const left: readonly PageName[] = ['myWaitingEntry', 'embed']

/** Every page that the product has, with where it leads this user; `null`: it opens. */
export function routesFor(who: Visitor, id: DemoIds): [route: string, landing: string | null][] {
  const names = (Object.keys(pages) as PageName[]).filter(name => !left.includes(name) && (who === 'client' || !own.includes(name)))
  return names.flatMap(name => pathsOf(name, who, id).map((path): [string, string | null] => [path, landingOf(name, who, id)]))
}

/** The pages that one user looks at for all others. */
const ownArea: Record<Visitor, RegExp | null> = {
  visitor: /^\/(?!my|admin|mentor\b|appointments)/,
  client: /^\/my/,
  mentor: /^\/mentor(?!s)/,
  administrator: /^\/admin/,
  frontDesk: null,
}
export const isInOwnArea = (who: Visitor, route: string): boolean => ownArea[who]?.test(route) ?? false

/** The pages of a user's own area that open. */
export const areaRoutes = (who: Visitor, id: DemoIds): string[] =>
  routesFor(who, id).flatMap(([route, landing]) => (landing === null && isInOwnArea(who, route) ? [route] : []))

/** The page that a user ends on, after redirects; null when it is this one. */
function landingOf(name: PageName, who: Visitor, id: DemoIds): string | null {
  const { areas, abilities, home } = access[who]
  const { path, abilities: needed = [], visitorsOnly, redirect } = pageOf(name)
  const end = (target: PageName) => landingOf(target, who, id) ?? (pathsOf(target, who, id)[0] as string)
  if (!areas.includes(areaOf(path))) return pages.booking.path
  if (redirect) return end(redirect)
  if (visitorsOnly && home) return end(home)
  return needed.every(ability => grants(abilities, ability)) ? null : pages.unauthorized.path
}

/** A page's path with the demo's ids; a page of several lists has several. */
function pathsOf(name: PageName, who: Visitor, id: DemoIds): string[] {
  const self = id.people[who === 'visitor' ? 'client' : who]
  const isMine = areaOf(pages[name].path) === 'my' || name === 'bareMyProfileEdit'
  const values: Record<string, readonly string[]> = {
    userId: [isMine ? self : id.user],
    scheduleId: [id.schedule],
    appointmentId: [isMine ? id.ownAppointment : id.appointment],
    acceptanceId: [id.ownAcceptance],
    roleId: [id.role],
    contractId: [id.contract],
    list: ['today', 'pending'],
  }
  return fill(pages[name].path, values)
}

/** The path once for each value of its parameters. */
function fill(path: string, values: Record<string, readonly string[]>): string[] {
  const name = /\$(\w+)/.exec(path)?.[1]
  if (name === undefined) return [path]
  const known = values[name]
  if (!known) throw new Error(`the demo has no ${name} for ${path}`)
  return known.flatMap(value => fill(path.replace(`$${name}`, value), values))
}
