import type { Page } from '@playwright/test'
import { planningOffer } from '../support/schedules.ts'
import { expect, expectAccessible, test } from '../support/test.ts'

/** The support types on the board's sessions that cannot be read in full: their box shows three lines. */
async function readCutNames(page: Page): Promise<string[]> {
  const names = page.locator('[data-session] > span:nth-child(2) > span')
  await expect(names.first()).toBeVisible()
  return names.evaluateAll(all =>
    all.flatMap(name => {
      const [own, block] = [name.getBoundingClientRect(), name.parentElement!.getBoundingClientRect()]
      const isCut = name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight || own.bottom > block.bottom
      return isCut || own.right > block.right ? [name.textContent] : []
    }),
  )
}

test('the week is a board at a desk and a day with a strip on a phone, and the filters are in the address', async ({
  page,
  signIn,
  baseURL,
}, { project }) => {
  const { supportType, mentors, place } = await planningOffer(baseURL ?? '')
  await signIn('administrator')
  await page.goto('/admin/schedules')
  if (project.name !== 'phone') {
    await page.getByRole('link', { name: 'Planner', exact: true }).first().click()
    await expect(page).toHaveURL(/\/admin\/planner$/)
    await page.getByRole('button', { name: 'By place' }).click()
    await expect(page.getByRole('group', { name: place.name, exact: true })).toBeVisible()
    for (const width of [768, 1920, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await readCutNames(page)).toEqual([])
    }
    await page.getByRole('button', { name: 'By mentor' }).click()
    expect(await readCutNames(page)).toEqual([])
    const session = page.locator('[data-session]').first()
    await session.focus()
    await expect(session).toBeFocused()
  } else {
    await page.getByRole('link', { name: 'Week', exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/planner$/)
    await expect(page.getByRole('navigation', { name: 'Days of the week' }).getByRole('link')).toHaveCount(7)
    await page.getByText('Filters', { exact: true }).click()
  }
  await expectAccessible(page)
  await page.getByLabel('Support type').selectOption(supportType.name)
  await expect(page).toHaveURL(new RegExp(`support_type=${supportType.id}`))
  await page.getByRole('button', { name: 'Week after' }).click()
  await expect(page).toHaveURL(/date=\d{4}-\d\d-\d\d/)
  await page.reload()
  await expect(page.getByLabel('Support type')).toHaveValue(supportType.id)

  // A saved link to the former week view.
  await page.goto(`/admin/schedules?view=week&by=mentor&week=2026-11-30&mentor=${mentors[0].id}`)
  await expect(page).toHaveURL(new RegExp(`/admin/planner\\?(?=.*date=2026-11-30)(?=.*mentor=${mentors[0].id})`))
  await expect(page.getByRole('heading', { level: 2, name: 'Week of Monday 30 November' })).toBeVisible()
  await page.goto('/admin/schedules?from=2199-01-01')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).last().click()
  await expect(page.getByText(/^\d+ schedules$/)).toBeVisible()
})
