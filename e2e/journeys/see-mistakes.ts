import { expect, expectNothingFound, test } from '../support/test.ts'

test('the check of accessibility finds a picture without words, a page without headings, and pale text also in a frame', async ({
  page,
}) => {
  const pale = '<p style="color: #ccc; background: #fff">Pale</p>'
  await page.setContent(
    `<html lang="en"><title>Mistakes</title><main><img src="data:,">${pale}<iframe title="Inside" srcdoc='${pale}'></iframe></main>`,
  )
  await expect(page.frameLocator('iframe').getByText('Pale')).toBeVisible()
  await expect(expectNothingFound(page, 'light', '')).rejects.toThrow(/image-alt[^]*page-has-heading-one/)
  await expect(expectNothingFound(page, 'light', '', ['color-contrast'])).rejects.toThrow('color-contrast')
  const inside = page.frames().find(each => each !== page.mainFrame())
  await expect(expectNothingFound(page, 'light', '', ['color-contrast'], inside)).rejects.toThrow('color-contrast')
})
