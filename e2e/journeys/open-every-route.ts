import type { Page } from '@playwright/test'
import { readDemoIds } from '../support/demo-ids.ts'
import { expectRoomForText } from '../support/find-layout-faults.ts'
import { isInOwnArea, routesFor, visitors } from '../support/routes.ts'
import { expect, expectAccessible, expectNothingFound, lookClosely, test } from '../support/test.ts'

async function expectOpen(page: Page, what: string): Promise<void> {
  await expect(page.locator('h1:not([data-left])'), what).toHaveCount(1)
  await expect.soft(page.locator('h1'), what).not.toHaveText('404 Not Found')
  await expect.soft(page.getByText('Loading', { exact: true }), what).toHaveCount(0)
  await expect.soft(page.getByText('This couldn’t be loaded'), what).toHaveCount(0)
}

/**
 * Goes on from the page that is open, as a link does. Where another page opens, the heading that is left is
 * marked: it does not count as the new page's.
 */
const goOn = (page: Page, route: string, { opens }: { opens: boolean }): Promise<void> =>
  page.evaluate(
    ([to, leaves]) => {
      if (leaves) document.querySelector('h1')?.setAttribute('data-left', '')
      history.pushState(null, '', to)
    },
    [route, opens] as const,
  )

/**
 * Looking closely, the first user of an area opens its pages by their addresses and runs axe on them: at desktop
 * width and, on the same page, at phone width. The others come to the pages from inside; journeys open most of
 * them by their addresses, too.
 */
async function expectAccessibleOnAnyScreen(page: Page, route: string): Promise<void> {
  await expectAccessible(page, `${route} `)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNothingFound(page, 'light', `${route} on a phone `)
  await expectRoomForText(page, route)
  await page.setViewportSize({ width: 1280, height: 800 })
}

// The front desk's walk repeats the administrator's with fewer pages.
for (const who of visitors.filter(one => lookClosely || one !== 'frontDesk')) {
  // In two halves, so that the longest walks run in parallel.
  for (const half of [0, 1]) {
    test(`every route leads the ${who} to the right page (${half + 1} of 2)`, async ({ page, signIn, baseURL }) => {
      test.setTimeout(240_000)
      const ids = await readDemoIds(String(baseURL))
      if (who !== 'visitor') await signIn(who)
      let sentAway = false
      for (const [index, [route, landing]] of routesFor(who, ids)
        .filter((_, index) => index % 2 === half)
        .entries()) {
        // What sends people away does so on a fresh visit, tried first, and when they come from inside.
        const isOwn = landing === null && isInOwnArea(who, route)
        const looksAt = lookClosely && isOwn
        // Visitors get a page drawn by the server, which cannot be left before it is hydrated.
        const byAddress = landing === null ? index === 0 || looksAt || (isOwn && who === 'visitor') : !sentAway
        if (byAddress) await page.goto(route, { waitUntil: 'commit' })
        else await goOn(page, route, { opens: landing === null })
        sentAway ||= landing !== null
        expect([route, (await page.request.get(route)).status()]).toEqual([route, 200])
        await expect(page, `${who} opens ${route}`).toHaveURL(url => url.pathname === (landing ?? route))
        await expectOpen(page, `${who} opens ${route}`)
        if (looksAt) await expectAccessibleOnAnyScreen(page, route)
      }
    })
  }
}

test('server and client treat paths as case-sensitive', async ({ page, allowConsole }) => {
  allowConsole(/404 \(Not Found\)/)
  const answer = await page.goto('/About')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Not Found')
})

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
