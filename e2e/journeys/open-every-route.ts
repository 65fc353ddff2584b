import type { Page } from '@playwright/test'
import { readDemoIds, type DemoIds } from '../support/demo-ids.ts'
import type { DemoPerson } from '../support/people.ts'
import { expect, expectAccessible, expectNothingFound, test } from '../support/test.ts'

/** Where an address leads each kind of person; `null`: it opens. The front desk holds Schedule List and Appointment List only. */
type Landings = Record<'visitor' | DemoPerson, string | null>

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
  '/admin/messages': admin,
  '/admin/waiting-list': admin,
})
/** Pages of the client's own things: to everybody else they belong to somebody else, which their calls answer with 404. */
const ownOf = (id: DemoIds): string[] => [`/my/appointments/${id.ownAppointment}`, `/my/acceptances/${id.ownAcceptance}`]

async function expectOpen(page: Page, what: string): Promise<void> {
  await expect(page.locator('h1'), what).toHaveCount(1)
  await expect.soft(page.locator('h1'), what).not.toHaveText('404 Not Found')
  await expect.soft(page.getByText('Loading', { exact: true }), what).toHaveCount(0)
  await expect.soft(page.getByText('This could not be loaded'), what).toHaveCount(0)
}

/** Whoever opens an area's pages first has them looked at by axe: wide and, on the same page, as narrow as a phone. */
const ownArea = {
  visitor: /^\/(?!my|admin|mentor\b|appointments)/,
  client: /^\/my/,
  mentor: /^\/mentor(?!s)/,
  administrator: /^\/admin/,
  frontDesk: null,
}

/** The journeys look at the pages that they pass; all of them, wide and narrow, take minutes: `npm run check -- --only accessibility`. */
const lookClosely = process.env.LOOK_CLOSELY === 'yes'

async function expectAccessibleOnAnyScreen(page: Page, route: string): Promise<void> {
  await expectAccessible(page, `${route} `)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNothingFound(page, 'light', `${route} on a phone `)
  await page.setViewportSize({ width: 1280, height: 800 })
}

for (const who of ['visitor', 'client', 'mentor', 'frontDesk', 'administrator'] as const) {
  // In two halves, so that the longest walks run beside each other.
  for (const half of [0, 1]) {
    test(`every route leads the ${who} where it should (${half + 1} of 2)`, async ({ page, signIn, baseURL }) => {
      test.setTimeout(240_000)
      const ids = await readDemoIds(String(baseURL))
      const routes = Object.entries({ ...routesOf(ids, ids.people[who === 'visitor' ? 'client' : who]), ...addedOf(ids) })
      const own = who === 'client' ? ownOf(ids).map(route => [route, loggedIn] as const) : []
      if (who !== 'visitor') await signIn(who)
      let sentAway = false
      for (const [route, landings] of [...routes, ...own].filter((_, index) => index % 2 === half)) {
        // What sends people away does so on a fresh visit, tried first, and when they come from inside.
        if (landings[who] === null || !sentAway) await page.goto(route, { waitUntil: 'commit' })
        else await page.evaluate(to => history.pushState(null, '', to), route)
        sentAway ||= landings[who] !== null
        expect([route, (await page.request.get(route)).status()]).toEqual([route, 200])
        await expect(page, `${who} opens ${route}`).toHaveURL(url => url.pathname === (landings[who] ?? route))
        await expectOpen(page, `${who} opens ${route}`)
        if (lookClosely && landings[who] === null && ownArea[who]?.test(route)) await expectAccessibleOnAnyScreen(page, route)
      }
    })
  }
}

test('/401 and unknown paths show the specified words', async ({ page, allowConsole }) => {
  allowConsole(/404 \(Not Found\)/)
  await page.goto('/401')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('401 Unauthorized')
  await expect(page.getByText('Sorry!! You are not allowed here!')).toBeVisible()
  const answer = await page.goto('/nothing/here')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Not Found')
  await expect(page.getByText("Sorry, We didn't found anything on your requested url")).toBeVisible()
  await page.getByRole('link', { name: 'Go Home' }).click()
  await expect(page).toHaveURL(url => url.pathname === '/')
})

test('the administration’s menu follows abilities: Users only with everything', async ({ page, signIn }) => {
  await signIn('frontDesk')
  await page.goto('/admin')
  const menu = page.getByRole('navigation', { name: 'Administration' })
  await expect(menu.getByRole('link', { name: 'Schedule' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0)
})
