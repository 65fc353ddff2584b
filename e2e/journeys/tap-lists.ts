import { expect, test } from '../support/test.ts'

const minTapPx = 44

test('lists leave fingers room to select rows, to open them and to go back', { tag: '@phone' }, async ({ page, signIn }) => {
  await signIn('administrator')
  const routes = ['users', 'schedules', 'lists/pending', 'role-assign', 'roles', 'legally-binding-contract', 'audit', 'feedbacks']
  for (const route of routes.map(name => `/admin/${name}`)) {
    await page.goto(route)
    const targets = page.locator(
      'main :is(input[type="checkbox"][aria-label], a[data-record], .tappable, summary):visible, [data-page-heading] + p a',
    )
    await expect(targets.first()).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    for (const target of (await targets.all()).slice(0, 6)) {
      await target.evaluate(element => element.scrollIntoView({ block: 'center' }))
      const heightPx = await target.evaluate(element => {
        const { left, width, top, height } = element.getBoundingClientRect()
        const own = element.closest('label') ?? element
        const reaches = (y: number) => own.contains(document.elementFromPoint(left + width / 2, y))
        const room = (step: 1 | -1, beyond = 0): number =>
          reaches(top + height / 2 + step * (beyond + 1)) ? room(step, beyond + 1) : beyond
        return room(1) + room(-1) + 1
      })
      expect
        .soft(heightPx, `${route}: ${(await target.getAttribute('aria-label')) ?? (await target.textContent())}`)
        .toBeGreaterThanOrEqual(minTapPx - 1)
    }
  }
})
