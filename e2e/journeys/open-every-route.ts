import { expect, test } from '../support/test.ts'
import type { DemoPerson } from '../support/people.ts'

/** Where an address leads each kind of person; `null`: it opens. The front desk holds Schedule List and Appointment List only. */
type Landings = Record<'visitor' | DemoPerson, string | null>

const id = '01900000-0000-7000-8000-000000000000'
const anybody: Landings = { visitor: null, client: null, mentor: null, frontDesk: null, administrator: null }
const loggedIn: Landings = { ...anybody, visitor: '/' }
const admin: Landings = { ...anybody, visitor: '/', client: '/', mentor: '/' }
const fullAdmin: Landings = { ...admin, frontDesk: '/401' }
const mentor: Landings = { ...anybody, visitor: '/', client: '/', frontDesk: '/', administrator: '/' }
const everyone = (path: string): Landings => ({ visitor: path, client: path, mentor: path, frontDesk: path, administrator: path })
const within = (landings: Landings, path: string): Landings =>
  Object.fromEntries(Object.entries(landings).map(([who, landing]) => [who, landing ?? path])) as Landings

/** The specification's routes (§2) with its guards (§6) and the abilities of the product rules (§4). */
const routes: Record<string, Landings> = {
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
  [`/my/my-profile/${id}/edit`]: loggedIn,
  [`/my/appointments/${id}`]: loggedIn,
  '/admin': admin,
  '/admin/lists/today': admin,
  '/admin/schedules': admin,
  '/admin/schedule-create': fullAdmin,
  [`/admin/schedule/${id}/edit`]: fullAdmin,
  '/admin/users': admin,
  '/admin/users/create': admin,
  [`/admin/users/${id}/edit`]: admin,
  [`/admin/users/${id}`]: admin,
  [`/admin/schedules/${id}/appointments`]: admin,
  [`/admin/question-print/${id}`]: admin,
  [`/admin/schedules/${id}/appointments/${id}`]: fullAdmin,
  [`/admin/appointments/${id}/create`]: fullAdmin,
  [`/appointments/${id}/create`]: within(fullAdmin, `/admin/appointments/${id}/create`),
  [`/admin/appointments/${id}/feedbacks/${id}`]: admin,
  [`/appointments/${id}/feedbacks/${id}`]: within(admin, `/admin/appointments/${id}/feedbacks/${id}`),
  '/admin/feedback-question/create': fullAdmin,
  '/admin/roles': fullAdmin,
  '/admin/roles/create': fullAdmin,
  [`/admin/roles/${id}/edit`]: fullAdmin,
  '/admin/role-assign': admin,
  '/admin/role-assign/create': admin,
  [`/admin/role-assign/${id}`]: admin,
  '/admin/legally-binding-contract': admin,
  '/admin/legally-binding-contract/create': admin,
  [`/admin/legally-binding-contract/${id}`]: admin,
  '/admin/feedbacks': admin,
  '/admin/feedbacks/create': admin,
  '/mentor': mentor,
  [`/mentor/appointment/${id}`]: mentor,
}

/** Addresses made of an id that nobody has: their calls answer 404, which the browser writes to its console. */
const ofNobody = /404 \(Not Found\)/

for (const who of ['visitor', 'client', 'mentor', 'frontDesk', 'administrator'] as const) {
  test(`every route leads the ${who} where it should, with one heading`, async ({ page, signIn, allowConsole }) => {
    test.setTimeout(120_000)
    allowConsole(ofNobody)
    if (who !== 'visitor') await signIn(who)
    for (const [route, landings] of Object.entries(routes)) {
      const answer = await page.goto(route)
      expect([route, answer?.status()]).toEqual([route, 200])
      await expect(page, `${who} opens ${route}`).toHaveURL(url => url.pathname === (landings[who] ?? route))
      await expect(page.locator('h1'), `${who} opens ${route}`).toHaveCount(1)
    }
  })
}

test('/401 and unknown paths show the specified words', async ({ page, allowConsole }) => {
  allowConsole(ofNobody)
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
