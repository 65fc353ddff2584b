import { expect, test } from '../support/test.ts'

const minTapPx = 44

test('lists leave fingers room to select rows and to go back', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn('administrator')
  for (const route of ['/admin/users', '/admin/schedules', '/admin/lists/pending', '/admin/role-assign']) {
    await page.goto(route)
    const targets = page.locator('main input[type="checkbox"][aria-label], [data-page-heading] + p a')
    await expect(targets.first()).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    for (const target of (await targets.all()).slice(0, 4)) {
      await target.evaluate(element => element.scrollIntoView({ block: 'center' }))
      const heightPx = await target.evaluate(element => {
        const { left, width, top, height } = element.getBoundingClientRect()
        const own = element.closest('label') ?? element
        const reaches = (y: number) => own.contains(document.elementFromPoint(left + width / 2, y))
        const room = (step: 1 | -1, beyond = 0): number =>
          reaches(top + height / 2 + step * (beyond + 1)) ? room(step, beyond + 1) : beyond
        return room(1) + room(-1) + 1
      })
      expect.soft(heightPx, `${route}: ${await target.getAttribute('aria-label')}`).toBeGreaterThanOrEqual(minTapPx - 1)
    }
  }
})
