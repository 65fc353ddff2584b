import { openMailbox } from '../../support/mailbox.ts'
import { createAdministrator } from '../../support/new-organisation.ts'
import { keepLogin } from '../../support/people.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, expectAccessible, expectNothingFound, test } from '../../support/test.ts'

let mailbox: Awaited<ReturnType<typeof openMailbox>>
let product: RunningProduct
test.beforeAll(async () => {
  mailbox = await openMailbox()
  product = await startProduct({ mode: 'production', settings: mailbox.settings })
})
test.afterAll(async () => {
  await product.stop()
  await mailbox.close()
})

const address = 'ada@example.org'

test('an administrator publishes an imprint and signs e-mails; every page and every e-mail leads to it', async ({ page, allowConsole }) => {
  test.slow()
  allowConsole(/404 \(Not Found\)/)
  await keepLogin(page, await createAdministrator(product, { email: address }))
  const foot = page.getByRole('contentinfo')

  await test.step('a text that is not published has no page and no link', async () => {
    const answer = await page.goto(`${product.url}/imprint`)
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Not Found')
    await expect(foot.getByRole('link', { name: 'Terms and conditions' })).toBeVisible()
    await expect(foot.getByRole('link', { name: /Privacy|Accessibility|Imprint/ })).toHaveCount(0)
  })

  await test.step('the list of contracts says what is missing, and the form what belongs there', async () => {
    await page.goto(`${product.url}/admin/legally-binding-contract`)
    const missing = page.getByRole('region', { name: 'Texts to write' })
    await expect(missing.getByRole('heading', { level: 3 })).toHaveText([
      'About Us',
      'Terms and conditions',
      'Privacy',
      'Accessibility',
      'Imprint',
    ])
    for (const scheme of ['light', 'dark'] as const) await expectNothingFound(page, scheme, 'contracts: ')
    await page.emulateMedia({ colorScheme: 'light' })
    await missing.getByRole('link', { name: 'Write: Terms and conditions' }).click()
    await expect(page.getByLabel('Key')).toHaveValue('terms_conditions')
    await expect(page.getByLabel('Title')).toHaveValue('Terms and conditions')
    await expect(page.getByText(/^The rules for using your services: .* this text is at /)).toBeVisible()
    await page.goBack()
    await missing.getByRole('link', { name: 'Write: Imprint' }).click()
    await expect(page.getByLabel('Key')).toHaveValue('imprint')
    await expect(page.getByLabel('Title')).toHaveValue('Imprint')
    await expect(page.getByText(/^Who runs this site: .* this text is at \/imprint/)).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Text', { exact: true }).fill('Harbour Advice, 1 Quay Street')
    await page.getByRole('button', { name: 'Publish version 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Publish version 1' }).click()
    await expect(page.getByText('Version 1 is in force.')).toBeVisible()
  })

  await test.step('the open page leads to it without being loaded again', async () => {
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await foot.getByRole('link', { name: 'Imprint' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Imprint' })).toBeVisible()
    await expect(page.getByText('Harbour Advice, 1 Quay Street')).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    await expect(foot.getByRole('link', { name: /Privacy|Accessibility|Imprint/ })).toHaveText(['Imprint'])
    expect((await page.request.get(`${product.url}/imprint`)).status()).toBe(200)
  })

  await test.step('the signature is among the unsaved changes, and ends e-mails once it is saved', async () => {
    await page.goto(`${product.url}/admin/settings`)
    await page.getByLabel('E-mail signature').fill('Harbour Advice\nRegistered charity 123456')
    await page.getByText('1 unsaved change').click()
    await expect(page.getByText('→ Harbour Advice Registered charity 123456')).toBeVisible()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText(/^Settings saved/)).toBeVisible()
    await page.getByRole('button', { name: 'Send a test to me' }).click()
    await expect.poll(() => mailbox.lettersTo(address).length).toBe(1)
    const [letter] = mailbox.lettersTo(address)
    expect(letter?.text).toMatch(/\n\nHarbour Advice\nRegistered charity 123456\n\nImprint: http\S+\/imprint\s*$/)
    expect(letter?.html).toMatch(/Harbour Advice<\/bdi><br><bdi>Registered charity 123456<\/bdi>/)
    expect(letter?.html).toMatch(/<a href="http[^"]+\/imprint">Imprint<\/a>/)
  })

  await test.step('the preview of a message ends with it', async () => {
    await page.goto(`${product.url}/admin/messages?view=sent&words=booked`)
    const letter = page.getByRole('article', { name: 'As e-mail' })
    await expect(letter).toContainText('Registered charity 123456')
    await expect(letter).toContainText('/imprint')
  })
})
