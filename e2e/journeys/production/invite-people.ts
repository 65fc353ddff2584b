import type { Browser, Page } from '@playwright/test'
import { showCode } from '../../support/authenticator-app.ts'
import type { Inbox } from '../../support/inbox.ts'
import { openMailbox } from '../../support/mailbox.ts'
import { createAdministrator, createMentorRole, goodPassword } from '../../support/new-organisation.ts'
import { keepLogin } from '../../support/people.ts'
import { readQrCode } from '../../support/read-qr-code.ts'
import { startProduct, type RunningProduct } from '../../support/start-product.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'
import { addVirtualAuthenticator, byName } from '../../support/virtual-authenticator.ts'

// One production server for all of them.
test.describe.configure({ mode: 'default' })

let mailbox: Inbox
let product: RunningProduct
let admin: Parameters<typeof keepLogin>[1]

test.beforeAll(async () => {
  mailbox = await openMailbox()
  product = await startProduct({ mode: 'production', settings: mailbox.settings })
  admin = await createAdministrator(product, { phone: '+447700900001' })
  await createMentorRole(product, admin.token)
})
test.afterAll(async () => {
  await product.stop()
  await mailbox.close()
})

/** Opens the newest link to an address as its owner does, in a browser of their own. */
async function openLink(browser: Browser, address: string, where = (link: string) => link): Promise<Page> {
  await expect.poll(() => mailbox.linkFor(address)).not.toBeNull()
  const page = await (await browser.newContext()).newPage()
  await page.goto(where(mailbox.linkFor(address) ?? ''))
  await expect(page).toHaveURL(/\/invitation$/)
  return page
}

test('an administrator invites a mentor by e-mail, who sets a password and a second factor', async ({ page, browser, allowConsole }) => {
  test.slow()
  allowConsole(/401/)
  await keepLogin(page, admin)
  await page.goto(`${product.url}/admin/invitations`)
  await expect(page.getByRole('heading', { name: 'No invitations yet' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Invite a person' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Mo Mentor')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  await page.getByLabel('E-mail address').fill('mo@example.org')
  await page.getByRole('checkbox', { name: 'Mentors' }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('Invitation on its way to Mo Mentor.')).toBeVisible()
  await expect(page.getByText('Pending').last()).toBeVisible()
  await expectAccessible(page)

  const mo = await openLink(browser, 'mo@example.org')
  await expect(mo.getByText('Ada Admin invites you to work here as Mentors.')).toBeVisible()
  await expect(mo.getByLabel('Your name')).toHaveValue('Mo Mentor')
  await expectAccessible(mo)
  await mo.getByLabel('Password').first().fill(goodPassword)
  await mo.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(mo.getByLabel('Code from the app')).toBeVisible()
  const secret = (await mo.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  await mo.getByLabel('Code from the app').fill(showCode(secret))
  await mo.getByRole('button', { name: 'Continue' }).click()
  await mo.getByRole('button', { name: 'I have saved them' }).click()
  await expect(mo).toHaveURL(/\/mentor$/)

  // The link has been used: it asks to sign in.
  const again = await openLink(browser, 'mo@example.org')
  await expect(again.getByText('You have already accepted this invitation. Please sign in.')).toBeVisible()
  await expectAccessible(again)
  await again.getByLabel('Phone number or e-mail address').fill('mo@example.org')
  await again.getByLabel('Password', { exact: true }).fill(goodPassword)
  await again.getByRole('button', { name: 'Log in', exact: true }).click()
  await again.getByLabel('Code from the app').fill(showCode(secret, 1))
  await again.getByRole('button', { name: 'Continue' }).click()
  await expect(again).toHaveURL(/\/mentor$/)
})

test('a list of people is checked first, and everyone but the wrong line is invited', async ({ page, browser }) => {
  test.slow()
  await keepLogin(page, admin)
  await page.goto(`${product.url}/admin/invitations?new=many`)
  await page.getByRole('textbox', { name: 'People' }).fill('Ann, ann@example.org\nBen, not an address\nCat, cat@example.org, Mentors')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByText('1 line has a problem and will be skipped.')).toBeVisible()
  await expect(page.getByText('The e-mail address or phone number is missing.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Invite 2 people' }).click()
  await expect(page.getByText('2 people invited.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cat', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ben', exact: true })).toHaveCount(0)
  const ann = await openLink(browser, 'ann@example.org')
  await ann.getByLabel('Password').first().fill(goodPassword)
  await ann.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(ann.getByRole('button', { name: /Profile menu of/ })).toBeVisible()

  await page.getByRole('button', { name: 'Revoke the invitation of Cat' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).last().click()
  await expect(page.getByText('Invitation of Cat revoked.')).toBeVisible()
  const cat = await openLink(browser, 'cat@example.org')
  await expect(cat.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
  await expectAccessible(cat)
})

test('several invitations are sent again and then revoked, page by page', async ({ page, browser }) => {
  test.slow()
  const addresses = Array.from({ length: 22 }, (_, index) => `crew${index + 10}@example.org`)
  await keepLogin(page, admin)
  await page.goto(`${product.url}/admin/invitations?new=many`)
  await page.getByRole('textbox', { name: 'People' }).fill(addresses.map((address, index) => `Crew ${index + 10}, ${address}`).join('\n'))
  await page.getByRole('button', { name: 'Check the list' }).click()
  await page.getByRole('button', { name: 'Invite 22 people' }).click()
  await expect(page.getByText('22 people invited.')).toBeVisible()
  await expect.poll(() => addresses.every(address => mailbox.linkFor(address)), { timeout: 30_000 }).toBe(true)
  const before = mailbox.linkFor(addresses[0]!) ?? ''

  await page.getByLabel('Search by name').fill('Crew')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page.getByText('Page 1 of 2 · 22 in all')).toBeVisible()
  // Until the answer in this order is there, the page shows the earlier one.
  await expect(page.getByRole('row').nth(1).getByRole('rowheader')).toHaveText('Crew 10')
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  const bar = page.getByRole('group', { name: 'With the selected invitations' })

  await test.step('send a page of them again', async () => {
    await all.check()
    await bar.getByRole('button', { name: 'Send 20 invitations again' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send the selected invitations again?' })
    await expect(dialog.getByText('The new link replaces the earlier one.')).toHaveCount(20)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send 20 invitations again' }).click()
    await expect(page.getByText('20 new links are on their way.')).toBeVisible()
    await expect(bar).toHaveCount(0)
    await expect.poll(() => mailbox.linkFor(addresses[0]!)).not.toBe(before)
    const earlier = await (await browser.newContext()).newPage()
    await earlier.goto(before)
    await expect(earlier.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
    await (await openLink(browser, addresses[0]!)).getByLabel('Your name').waitFor()
  })

  await test.step('revoke a page of them', async () => {
    await all.check()
    await bar.getByRole('button', { name: 'Revoke 20 invitations' }).click()
    const dialog = page.getByRole('dialog', { name: 'Revoke the selected invitations?' })
    await dialog.getByRole('button', { name: 'Revoke 20 invitations' }).click()
    await expect(page.getByText('20 invitations revoked.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('cell', { name: /^Revoked/ })).toHaveCount(20)
    await expect(page.locator(':focus')).toHaveCount(1)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('Page 2 of 2 · 22 in all')).toBeVisible()
    await expect(page.getByRole('cell', { name: /^Pending/ })).toHaveCount(2)
    await page.getByLabel('Status').selectOption('Pending')
    await expect(page.getByRole('checkbox', { name: /^Select Crew/ })).toHaveCount(2)
    const revoked = await openLink(browser, addresses[0]!)
    await expect(revoked.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
  })
})

test('a printed invitation is opened by its code, and leads to a passkey', async ({ page, browser }) => {
  test.slow()
  await keepLogin(page, admin)
  await page.goto(`${product.url}/admin/invitations?new=one`)
  await page.getByLabel('Name', { exact: true }).fill('Pia Printed')
  await page.getByLabel('How to invite').selectOption('Printed page with a QR code')
  await page.getByRole('button', { name: 'Make the printed page' }).click()
  const sheet = page.getByRole('region', { name: 'Invitation of Pia Printed' })
  await expect(sheet.getByRole('img', { name: 'QR code of the address below' })).toBeVisible()
  await expectAccessible(page)
  const link = /http\S+\/invitation#[\w-]{43}/.exec((await sheet.textContent()) ?? '')?.[0] ?? ''
  // On paper, the code is the link.
  await page.emulateMedia({ media: 'print' })
  expect(await readQrCode(sheet.getByRole('img', { name: 'QR code of the address below' }))).toBe(link)
  const pia = await (await browser.newContext()).newPage()
  await addVirtualAuthenticator(pia)
  await pia.goto(byName(link))
  await expect(pia).toHaveURL(/\/invitation$/)
  await expect(pia.getByText('Ada Admin invites you to book and manage your appointments here.')).toBeVisible()
  await expectAccessible(pia)
  // Nothing else would sign her in again: there is no number or address on file.
  await expect(pia.getByLabel('Password')).toHaveCount(0)
  await pia.getByRole('button', { name: 'Accept the invitation' }).click()
  await pia.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(pia).toHaveURL(/\/my/)
  await expect(pia.getByRole('button', { name: 'Profile menu of Pia Printed' })).toBeVisible()
})
