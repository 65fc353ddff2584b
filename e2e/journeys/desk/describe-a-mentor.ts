import sharp from 'sharp'
import { keepLogin } from '../../support/people.ts'
import { registerMentor } from '../../support/staff.ts'
import { expect, expectAccessible, test } from '../../support/test.ts'

test('an administrator says what a mentor helps with, the mentor writes about themselves, and clients read both', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  const mentor = await registerMentor(baseURL!)
  const card = (where = page) =>
    where.getByRole('listitem').filter({ has: where.getByRole('heading', { name: mentor.user.name, exact: true }) })
  await signIn('administrator')
  await page.goto(`/admin/users/${mentor.user.id}/edit`)
  const photo = page.locator('section', { has: page.getByRole('heading', { name: 'Photo' }) })
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await photo.locator('input[type=file]').setInputFiles({ name: 'mo.png', mimeType: 'image/png', buffer: picture })
  await photo.getByRole('button', { name: 'Use this photo' }).click()
  await expect(page.getByText('Photo saved.')).toBeVisible()
  // It stays: pages of other tests show it.
  await expect(photo.getByRole('button', { name: 'Remove' })).toBeVisible()
  const types = page.getByRole('group', { name: 'Helps with' })
  await types.getByLabel('Career advice').check()
  await page.getByLabel('About (optional)').fill('Worked in a shipyard.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changed: about, helps with')).toBeVisible()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(types.getByLabel('Career advice')).toBeChecked()

  const own = await (await browser.newContext({ baseURL: baseURL! })).newPage()
  await keepLogin(own, mentor)
  await own.goto(`/my/my-profile/${mentor.user.id}/edit`)
  await expect(own.getByText('You help with: Career advice. Staff can change this.')).toBeVisible()
  await own.getByLabel('About you (optional)').fill('Worked in a shipyard.\nListens.')
  await own
    .locator('section', { has: own.getByLabel('About you (optional)') })
    .getByRole('button', { name: 'Save' })
    .click()
  await expect(own.getByText('Profile saved.')).toBeVisible()
  await expectAccessible(own)
  await own.getByRole('navigation').getByRole('link', { name: 'Mentors' }).first().click()
  await expect(card(own).getByText('Listens.')).toBeVisible()
  await expect(card(own).getByText('Career advice')).toBeVisible()
  await own.context().close()
})
