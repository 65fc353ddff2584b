import type { DemoIds } from './demo-ids.ts'

/** Whoever opens pages. */
export const visitors = ['visitor', 'client', 'mentor', 'frontDesk', 'administrator'] as const
export type Visitor = (typeof visitors)[number]

/** Where an address leads each kind of person; `null`: it opens. The front desk holds Schedule List and Appointment List only. */
type Landings = Record<Visitor, string | null>

const anybody: Landings = { visitor: null, client: null, mentor: null, frontDesk: null, administrator: null }
const loggedIn: Landings = { ...anybody, visitor: '/' }
const admin: Landings = { ...anybody, visitor: '/', client: '/', mentor: '/' }
const fullAdmin: Landings = { ...admin, frontDesk: '/401' }
const mentor: Landings = { ...anybody, visitor: '/', client: '/', frontDesk: '/', administrator: '/' }
const everyone = (path: string): Landings => ({ visitor: path, client: path, mentor: path, frontDesk: path, administrator: path })
const within = (landings: Landings, path: string): Landings =>
  Object.fromEntries(Object.entries(landings).map(([who, landing]) => [who, landing ?? path])) as Landings

/** The specification's routes (§2) with its guards (§6) and the abilities of the product rules (§4). */
const routesOf = (id: DemoIds, self: string): Record<string, Landings> => ({
  '/': anybody,
  '/about': anybody,
  '/join': { visitor: null, client: '/my/my-profile', mentor: '/mentor', frontDesk: '/admin', administrator: '/admin' },
  '/confirm': anybody,
  '/registration': anybody,
  '/login': anybody,
  '/trems-and-conditions': anybody,
  '/terms-and-conditions': everyone('/trems-and-conditions'),
  '/feedback': anybody,
  '/mentors': anybody,
  '/401': anybody,
  '/my': within(loggedIn, '/my/my-profile'),
  '/my/my-profile': loggedIn,
  [`/my/my-profile/${self}/edit`]: loggedIn,
  '/my/waiting': loggedIn,
  '/admin': admin,
  '/admin/lists/today': admin,
  '/admin/waiting-list': admin,
  '/admin/schedules': admin,
  '/admin/schedule-create': fullAdmin,
  [`/admin/schedule/${id.schedule}/edit`]: fullAdmin,
  '/admin/users': admin,
  '/admin/users/create': admin,
  [`/admin/users/${id.user}/edit`]: admin,
  [`/admin/users/${id.user}`]: admin,
  [`/admin/schedules/${id.schedule}/appointments`]: admin,
  [`/admin/question-print/${id.appointment}`]: admin,
  [`/admin/schedules/${id.schedule}/appointments/${id.appointment}`]: fullAdmin,
  [`/admin/appointments/${id.schedule}/create`]: fullAdmin,
  [`/appointments/${id.schedule}/create`]: within(fullAdmin, `/admin/appointments/${id.schedule}/create`),
  [`/admin/appointments/${id.schedule}/feedbacks/${id.appointment}`]: admin,
  [`/appointments/${id.schedule}/feedbacks/${id.appointment}`]: within(
    admin,
    `/admin/appointments/${id.schedule}/feedbacks/${id.appointment}`,
  ),
  '/admin/feedback-question/create': fullAdmin,
  '/admin/roles': fullAdmin,
  '/admin/roles/create': fullAdmin,
  [`/admin/roles/${id.role}/edit`]: fullAdmin,
  '/admin/role-assign': admin,
  '/admin/role-assign/create': admin,
  [`/admin/role-assign/${id.user}`]: admin,
  '/admin/legally-binding-contract': admin,
  '/admin/legally-binding-contract/create': admin,
  [`/admin/legally-binding-contract/${id.contract}`]: admin,
  '/admin/feedbacks': admin,
  '/admin/feedbacks/create': admin,
  '/mentor': mentor,
  [`/mentor/appointment/${id.schedule}`]: mentor,
})

/** The pages that the product adds (product rules §6). */
const addedOf = (id: DemoIds): Record<string, Landings> => ({
  '/setup': anybody,
  '/my/waiting': loggedIn,
  '/admin/lists/today': admin,
  '/admin/lists/pending': admin,
  '/admin/reassign': fullAdmin,
  [`/admin/users/${id.user}/merge`]: admin,
  [`/admin/acceptances/${id.ownAcceptance}`]: admin,
  '/admin/support-types': fullAdmin,
  '/admin/places': fullAdmin,
  '/admin/absences': admin,
  '/admin/settings': fullAdmin,
  '/admin/audit': fullAdmin,
  '/admin/webhooks': fullAdmin,
  '/admin/messages': admin,
  '/admin/waiting-list': admin,
})
/** Pages of the client's own things: to everybody else they belong to somebody else, which their calls answer with 404. */
const ownOf = (id: DemoIds): string[] => [`/my/appointments/${id.ownAppointment}`, `/my/acceptances/${id.ownAcceptance}`]

/** Every route that the product has, with where it leads this person; their own things too. */
export function routesFor(who: Visitor, id: DemoIds): [route: string, landing: string | null][] {
  const self = id.people[who === 'visitor' ? 'client' : who]
  const all = Object.entries({ ...routesOf(id, self), ...addedOf(id) })
  const own = who === 'client' ? ownOf(id).map(route => [route, loggedIn] as const) : []
  return [...all, ...own].map(([route, landings]) => [route, landings[who]])
}
