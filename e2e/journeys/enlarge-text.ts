import { acceptAll, chooseFreeTime, signInAsNewClient } from '../support/booking.ts'
import { readDemoIds } from '../support/demo-ids.ts'
import { expectRoomForText } from '../support/find-layout-faults.ts'
import { areaRoutes } from '../support/routes.ts'
import { expect, test } from '../support/test.ts'

/** The narrowest screens; open-every-route.ts looks at the pages for staff. */
const onPhones = { tag: '@phone' }

for (const who of ['visitor', 'client'] as const)
  test(`every page of the ${who} has room for text of twice its size`, onPhones, async ({ page, signIn, baseURL }) => {
    if (who !== 'visitor') await signIn(who)
    for (const route of areaRoutes(who, await readDemoIds(String(baseURL)))) {
      await page.goto(route)
      await expect(page.locator('main h1')).toHaveCount(1)
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      await expectRoomForText(page, route)
    }
  })

test('booking, moving and cancelling have room for text of twice its size', onPhones, async ({ page, baseURL }) => {
  await signInAsNewClient(page, String(baseURL))
  const { address } = await chooseFreeTime(String(baseURL))
  await page.goto('/')
  await page.getByRole('button', { name: /^Career advice/ }).click()
  await expect(page.getByRole('gridcell', { name: /, \d+ seats? free$/ }).first()).toBeVisible()
  await expectRoomForText(page, 'the days')
  await page.getByRole('button', { name: /^First free day/ }).click()
  await expect(page.getByRole('button', { name: /, \d\d:\d\d.*, 1 seat left, with / }).first()).toBeVisible()
  await expectRoomForText(page, 'the times')
  await page.goto(address('details'))
  await expect(page.getByRole('button', { name: 'Book this appointment' })).toBeVisible()
  await expectRoomForText(page, 'the details')
  await acceptAll(page)
  await page.getByRole('button', { name: 'Book this appointment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'You are booked' })).toBeFocused()
  await expectRoomForText(page, 'the confirmation')
  await page.goto('/my/my-profile')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectRoomForText(page, 'the question before cancelling')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Move', exact: true }).click()
  await expect(page.getByRole('gridcell', { name: /, \d+ seats? free$/ }).first()).toBeVisible()
  await expectRoomForText(page, 'the days to move to')
})

test('names of mentors are whole in text of twice its size', onPhones, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/schedules')
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const names = page.getByRole('main').getByRole('listitem').locator('bdi')
  await expect(names.first()).toBeVisible()
  const cut = await names.evaluateAll(all =>
    all.flatMap(name => (name.parentElement!.scrollWidth > name.parentElement!.clientWidth + 1 ? [name.textContent] : [])),
  )
  expect(cut).toEqual([])
})
