import { readDemoIds } from '../../support/demo-ids.ts'
import { expect, test } from '../../support/test.ts'

test('prints dark on white where the dark theme is chosen', async ({ page, signIn }) => {
  await signIn('administrator')
  const heading = page.getByRole('heading', { level: 1 })
  const readInk = () => heading.evaluate(element => getComputedStyle(element).color)
  await page.goto('/admin/today')
  const light = await readInk()
  await page.getByRole('button', { name: 'Dark' }).click()
  await expect(heading).not.toHaveCSS('color', light)
  await page.emulateMedia({ media: 'print' })
  await expect(heading).toHaveCSS('color', light)
})
