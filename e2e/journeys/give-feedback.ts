import type { Page } from '@playwright/test'
import type { Login } from '#contract/people.ts'
import { send } from '../support/client.ts'
import { holdSession } from '../support/held-session.ts'
import { ownNumber } from '../support/own-number.ts'
import { demoPassword, demoPhones, keepLogin } from '../support/people.ts'
import { expect, expectAccessible, prepareRoutes, test, variant } from '../support/test.ts'

test('a client gives feedback once, with the reference and a code to the phone', async ({ page, baseURL, allowConsole }) => {
  allowConsole(/40[49].*\/api\/feedback\/create/)
  const held = await holdSession(baseURL ?? '')
  await page.goto('/feedback')
  await expectAccessible(page, 'which appointment: ')
  await page.getByRole('button', { name: 'Send the code' }).click()
  await expect(page.getByText('The reference has eight letters and digits.')).toBeVisible()
  await page.getByLabel('Appointment reference').fill(`${held.reference.slice(0, 4)}-${held.reference.slice(4)}`.toLowerCase())
  await page.getByLabel('Your phone number').fill(held.phone)
  await page.getByRole('button', { name: 'Send the code' }).click()
  const code = /\d{6}/.exec((await page.getByText(/Your code is \d{6}/).textContent()) ?? '')?.[0] ?? ''
  await page.getByLabel('Code from the message').fill(code)

  const stars = page.getByRole('radiogroup', { name: 'How helpful was this session?' })
  await expect(stars).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(stars).toBeFocused()
  await expectAccessible(page, 'the form: ')
  // With the keyboard alone: the arrows choose.
  await stars.getByRole('radio', { name: '1 star' }).focus()
  await page.keyboard.press('Space')
  for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight')
  await expect(stars.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await page.getByRole('radio', { name: 'Partly' }).check()
  await expect(page.getByLabel(/What mattered most/).locator('option:checked')).toHaveText('Choose one')
  await page.getByRole('radio', { name: 'Blue' }).check()
  await page.getByLabel(/What should we keep/).fill('Calm and clear.')
  // Kept in this tab until it is sent.
  page.once('dialog', dialog => dialog.accept())
  await page.reload()
  await expect(stars.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await expect(page.getByRole('radio', { name: 'Partly' })).toBeChecked()
  await expect(page.getByLabel(/What should we keep/)).toHaveValue('Calm and clear.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.locator(':focus')).toContainText('Thank you')
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter(key => key.includes('draft')))).toEqual([])

  await page.reload()
  await expect(page.getByText('Feedback was already given. It can be given only once for each session.')).toBeVisible()
  await expectAccessible(page, 'said already: ')
  // Another client's reference looks unknown.
  await page.goto('/feedback?reference=00000000')
  await expect(page.getByText(/We found no appointment that matches/)).toBeVisible()
})

test('a reload forgets neither the reference nor the code that was sent', variant, async ({ page, baseURL }) => {
  const held = await holdSession(baseURL ?? '')
  await page.goto('/feedback')
  await page.getByLabel('Appointment reference').fill(held.reference)
  await page.getByLabel('Your phone number').fill(held.phone)
  await page.getByRole('button', { name: 'Send the code' }).click()
  const shown = page.getByText(/Your code is \d{6}/)
  const code = /\d{6}/.exec((await shown.textContent()) ?? '')?.[0] ?? ''
  await page.reload()
  await page.getByLabel('Code from the message').fill(code)
  await expect(page.getByRole('radiogroup', { name: 'How helpful was this session?' })).toBeVisible()
})

test('answers stay while they are typed, when the connection returns after a question was changed', async ({ page, context, baseURL }) => {
  await answerHeldSession(page, baseURL ?? '')
  await page.route('**/api/feedback/create*', async route => {
    const response = await route.fetch()
    const asked = (await response.json()) as { questions: { revision: number }[] }
    asked.questions[0]!.revision += 1
    await route.fulfill({ response, json: asked })
  })
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(page.getByRole('alert')).toContainText('changed')
  await expect(page.getByLabel(/What should we keep/)).toHaveValue('Calm and clear.')
  await page.reload()
  await expect(page.getByLabel(/What should we keep/)).toHaveValue('Calm and clear.')
})

/** A client with a session that took place, on its form with one answer. */
async function answerHeldSession(page: Page, url: string) {
  const held = await holdSession(url)
  const { body } = await send(url, 'GET', '/api/my-session', { token: held.token })
  await keepLogin(page, { ...(body as unknown as Login), token: held.token })
  await prepareRoutes(page)
  await page.goto(`/feedback?reference=${held.reference}`)
  await page.getByLabel(/What should we keep/).fill('Calm and clear.')
  await page.getByRole('radio', { name: '4 stars' }).check({ force: true })
  await page.getByRole('radio', { name: 'Partly' }).check()
  return held
}

test('feedback that is refused because there is other feedback is not thanked for and stays on the page', async ({
  page,
  context,
  baseURL,
  allowConsole,
}) => {
  allowConsole(/409.*\/api\/feedback/)
  const url = baseURL ?? ''
  const { staff } = await answerHeldSession(page, url)
  // The front desk writes it down at the same moment.
  await page.route('**/api/feedback', async route => {
    const body: unknown = route.request().postDataJSON()
    expect(await send(url, 'POST', '/api/feedback', { token: staff, body })).toMatchObject({ status: 201 })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText('Feedback was already given. It can be given only once for each session.')).toBeVisible()
  await expect(page.getByText('Thank you')).toHaveCount(0)
  // Nor when the form is read again.
  const read = page.waitForResponse(/\/api\/feedback\/create/)
  await context.setOffline(true)
  await context.setOffline(false)
  await read
  await expect(page.getByLabel(/What should we keep/)).toHaveValue('Calm and clear.')
})

test('feedback whose answer was lost is sent again as the same request', async ({ page, baseURL, allowConsole }) => {
  allowConsole(/ERR_FAILED|ERR_INTERNET|409.*\/api\/feedback\/create/)
  await answerHeldSession(page, baseURL ?? '')
  let answered = false
  await page.route('**/api/feedback', async route => {
    const response = await route.fetch()
    await (answered ? route.fulfill({ response }) : route.abort())
    answered = true
  })
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(/couldn’t reach the server/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.locator(':focus')).toContainText('Thank you')
})

test('a client chooses among their own sessions; an unknown number reveals nothing', variant, async ({ page, allowConsole }) => {
  allowConsole(/404.*\/api\/feedback\/create/)
  await page.goto('/feedback')
  await page.getByLabel('Appointment reference').fill('ABCD-EFGH')
  await page.getByLabel('Your phone number').fill(`+447911${100_000 + ownNumber()}`)
  await page.getByRole('button', { name: 'Send the code' }).click()
  const code = /\d{6}/.exec((await page.getByText(/Your code is \d{6}/).textContent()) ?? '')?.[0] ?? ''
  await page.getByLabel('Code from the message').fill(code)
  await expect(page.getByText(/We found no appointment that matches/)).toBeVisible()
  await expectAccessible(page, 'nothing found: ')

  // What was typed survives a login with the password.
  await page.goto('/feedback')
  await page.getByLabel('Appointment reference').fill('K7QM-2XPD')
  await page.getByRole('link', { name: 'Log in with a password' }).click()
  // The form that is left has a field for a phone number too.
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  await page.getByLabel('Phone number').fill(demoPhones.client)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(url => url.pathname === '/feedback' && url.searchParams.get('reference') === 'K7QM-2XPD')
  await expect(page.getByText(/We found no appointment that matches/)).toBeVisible()
  await page.goto('/feedback')
  await page
    .getByRole('link', { name: /^Give feedback/ })
    .first()
    .click()
  await expect(page).toHaveURL(/appointment_id=/)
  await expect(page.getByRole('radiogroup', { name: 'How helpful was this session?' })).toBeVisible()
})
