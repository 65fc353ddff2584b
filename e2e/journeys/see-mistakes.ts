import { findRepeats } from '../support/find-repeats.ts'
import { expect, expectNothingFound, rareOnPhones, test } from '../support/test.ts'

test(
  'the check of accessibility finds a picture without words, a page without headings, and pale text also in a frame',
  rareOnPhones,
  async ({ page }) => {
    const pale = '<p style="color: #ccc; background: #fff">Pale</p>'
    await page.setContent(
      `<html lang="en"><title>Mistakes</title><main><img src="data:,">${pale}<iframe title="Inside" srcdoc='${pale}'></iframe></main>`,
    )
    await expect(page.frameLocator('iframe').getByText('Pale')).toBeVisible()
    await expect(expectNothingFound(page, 'light', '')).rejects.toThrow(/image-alt[^]*page-has-heading-one/)
    await expect(expectNothingFound(page, 'light', '', ['color-contrast'])).rejects.toThrow('color-contrast')
    const inside = page.frames().find(each => each !== page.mainFrame())
    await expect(expectNothingFound(page, 'light', '', ['color-contrast'], inside)).rejects.toThrow('color-contrast')
  },
)

test(
  'the check of accessibility finds the one pale row among many alike, and the one link without words',
  rareOnPhones,
  async ({ page }) => {
    const row = (style = '', words = 'Row') => `<li style="${style}"><a href="#">${words}</a></li>`
    const rows = [row(), row(), row(), row(), row('opacity: 0.2'), row('', '')]
    await page.setContent(`<html lang="en"><title>Rows</title><main><h1>Rows</h1><ul>${rows.join('')}</ul></main>`)
    expect(await page.evaluate(findRepeats)).toHaveLength(2)
    await expect(expectNothingFound(page, 'light', '')).rejects.toThrow(/color-contrast: li:nth-child\(5\)[^]*link-name: li:nth-child\(6\)/)
  },
)
