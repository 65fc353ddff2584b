import { writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { send } from '../../support/client.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { createAdministrator, createMentorRole, planFirstSession } from '../../support/new-organisation.ts'
import { keepLogin } from '../../support/people.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, expectNothingFound, test } from '../../support/test.ts'

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
const yellow = '#fff3b0'
const brand = (page: Page) => page.getByRole('link', { name: /, first page$|home/i }).first()
const logoOf = (page: Page) => brand(page).locator('svg')
const background = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).evaluate(element => getComputedStyle(element).backgroundColor)

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText(/^Settings saved/).first()).toBeVisible()
}

/** The newest letter, after another test message. */
async function readTestMessage(page: Page) {
  const before = mailbox.lettersTo(address).length
  await page.getByRole('button', { name: 'Send a test to me' }).click()
  await expect.poll(() => mailbox.lettersTo(address).length).toBeGreaterThan(before)
  return mailbox.lettersTo(address).at(-1)!
}

test('an administrator sets a logo and a pale accent, and visitors and e-mails have both until they are removed', async ({
  page,
  browser,
}, info) => {
  test.slow()
  const login = await createAdministrator(product, { email: address })
  const role = await createMentorRole(product, login.token)
  const given = await send(product.url, 'POST', '/api/role-assign', {
    token: login.token,
    body: { user_id: login.user.id, role_ids: [role] },
  })
  expect(given.status).toBeLessThan(300)
  await planFirstSession(product, login.token, login.user.id)
  const logo = info.outputPath('logo.png')
  await sharp({ create: { width: 800, height: 200, channels: 4, background: '#123456' } })
    .png()
    .toFile(logo)
  const drawing = info.outputPath('logo.svg')
  await writeFile(drawing, '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

  await keepLogin(page, login)
  await page.goto(`${product.url}/admin/settings`)
  const branding = page.getByRole('region', { name: 'Branding' })
  await branding.locator('input[type=file]').first().setInputFiles(drawing)
  await expect(branding.getByText('Please export the logo as PNG.')).toBeVisible()
  await branding.locator('input[type=file]').first().setInputFiles(logo)
  await expect(branding.getByRole('img', { name: 'Logo of 640 × 160 pixels' })).toHaveCount(2)
  await branding.getByLabel('Accent colour', { exact: false }).last().fill(yellow)
  await expect(branding.getByText(/^Your colour has a contrast of 1\.\d to 1/)).toBeVisible()
  await expect(branding.getByText(/^Used as chosen/)).toBeVisible()
  await page.getByText('2 unsaved changes').click()
  await expect(page.getByText(`Standard colour → ${yellow}`)).toBeVisible()
  await page.getByRole('button', { name: 'Undo: Accent colour' }).click()
  await expect(branding.getByText('Use the standard colour')).toHaveCount(0)
  await branding.getByLabel('Accent colour', { exact: false }).last().fill(yellow)
  for (const scheme of ['light', 'dark'] as const) await expectNothingFound(page, scheme, 'before saving: ')
  await page.emulateMedia({ colorScheme: 'light' })
  await save(page)
  // Without loading the page again.
  await expect(logoOf(page)).toHaveCSS('background-image', /\/api\/logos\//)
  for (const scheme of ['light', 'dark'] as const) await expectNothingFound(page, scheme, 'settings: ')

  const visitor = await (await browser.newContext({ colorScheme: 'light' })).newPage()
  const messages: string[] = []
  visitor.on('console', message => messages.push(message.text()))
  for (const path of ['/', '/join', '/mentors']) {
    const read = visitor.waitForResponse(answer => answer.url().includes('/api/logos/'))
    await visitor.goto(product.url + path)
    expect((await read).status()).toBe(200)
    await expect(logoOf(visitor)).toHaveCSS('background-image', /\/api\/logos\//)
    expect((await logoOf(visitor).boundingBox())?.width).toBeGreaterThan(100)
    for (const scheme of ['light', 'dark'] as const) await expectNothingFound(visitor, scheme, `${path} `)
    await visitor.emulateMedia({ colorScheme: 'light' })
  }
  expect(await background(visitor, 'Join')).not.toBe('rgb(13, 102, 88)')
  await visitor.goto(`${product.url}/embed`)
  for (const scheme of ['light', 'dark'] as const) await expectNothingFound(visitor, scheme, 'embedded ')
  expect(messages).toEqual([])

  const letter = await readTestMessage(page)
  expect(letter.attachments).toMatchObject([{ cid: 'logo', contentType: 'image/png' }])
  expect(letter.html).toContain('<img src="data:image/png')
  expect(letter.html).not.toContain('background:#0d6658')

  await branding.getByRole('button', { name: 'Logo for light pages: Remove' }).click()
  await branding.getByRole('button', { name: 'Use the standard colour' }).click()
  await save(page)
  await expect(logoOf(page)).toHaveCSS('background-image', 'none')
  await visitor.goto(product.url)
  await expect(logoOf(visitor)).toHaveCSS('background-image', 'none')
  await visitor.emulateMedia({ colorScheme: 'light' })
  expect(await background(visitor, 'Join')).toBe('rgb(13, 102, 88)')
  const plain = await readTestMessage(page)
  expect(plain.attachments).toEqual([])
  expect(plain.html).toContain('background:#0d6658')
  await visitor.close()
})
