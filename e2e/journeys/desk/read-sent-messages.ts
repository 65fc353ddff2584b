import { chooseFreeTime, signInAsNewClient } from '../../support/booking.ts'
import { publishedVersions, registerLogin, send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { keepLogin, logIn } from '../../support/people.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

/** A new client who takes messages by e-mail has booked. */
async function bookByEmail(url: string): Promise<void> {
  const versions = await publishedVersions(url)
  const { token, user } = await registerLogin(url, ownNumber(), versions)
  const { token: admin } = await logIn(url, 'administrator')
  const body = { email: `client${ownNumber()}@example.com`, channel: 'email', revision: user.revision }
  expect((await send(url, 'PUT', `/api/users/${user.id}`, { token: admin, body })).status).toBe(200)
  const { time } = await chooseFreeTime(url)
  const booked = await send(url, 'POST', '/api/appointments', { token, body: { ...time, accepted_version_ids: versions } })
  expect(booked.status).toBe(201)
}

test('staff see sent messages, read their exact text, resend one, and list clients to phone', async ({ page, signIn, baseURL }) => {
  await bookByEmail(baseURL ?? '')
  await signIn('administrator')
  await page.goto('/admin')
  await expect(page.getByRole('link', { name: /^Messages/ })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'What are you looking for?' }).fill('people to phone')
  await expect(page.getByRole('option', { name: 'People to phone' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'People to phone' })).toBeFocused()

  const calls = page.getByRole('list', { name: 'People to phone' }).getByRole('listitem')
  const first = calls.first()
  await expect(first.getByText('The mail server or the SMS gateway rejected the address or the message.')).toBeVisible()
  const number = first.getByRole('link', { name: /^\+44/ })
  await expect(number).toHaveAttribute('href', /^tel:\+44\d+$/)
  await expectAccessible(page)
  const count = await calls.count()
  await first.getByRole('button', { name: /as told$/ }).click()
  await expect(calls).toHaveCount(count - 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(calls).toHaveCount(count)

  // With the keyboard alone: the message opens, its repetition is opened in its place, and Escape leads back.
  await first.getByRole('button', { name: /^Open:/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('550 5.1.1 There is no such mailbox here')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send again' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The message is being sent again.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'See the first message' })).toBeVisible()
  // Or it has been sent meanwhile, and shows its text.
  await expect(dialog.getByText(/still being sent/).or(dialog.locator('pre'))).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calls).toHaveCount(count - 1)

  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByLabel('Status').selectOption('Shown here')
  await page.getByLabel('Channel').selectOption('E-mail')
  // The demonstration shows what it would have sent: within seconds of its being asked for.
  const sent = page.getByRole('button', { name: /^Open: Appointment booked/ })
  // Looks longer each time: a slow machine takes more than a second to show a page.
  let timeoutMs = 500
  await expect(async () => {
    await page.reload()
    await expect(sent.first()).toBeVisible({ timeout: (timeoutMs *= 2) })
  }).toPass()
  await sent.first().click()
  await expect(dialog.getByRole('region', { name: 'Text' })).toContainText(/Hello .+,\s+Your appointment is booked\./)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.getByLabel('Recipient').fill('unknown name')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('button', { name: /^Open:/ }).first()).toBeVisible()
})

test('an administrator edits a message, previews it, and turns another one off', variant, async ({ page, signIn, allowConsole }) => {
  allowConsole(/422/)
  await signIn('administrator')
  await page.goto('/admin/messages?view=sent')
  const removed = page.getByRole('checkbox', { name: 'Removed from the waiting list' })
  await removed.press('Space')
  await expect(page.getByText('Off: Removed from the waiting list')).toBeVisible()
  await page.reload()
  await expect(removed).not.toBeChecked()
  await removed.press('Space')
  await expect(page.getByText('On: Removed from the waiting list')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Edit wording: Removed from the waiting list' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Removed from the waiting list' })).toBeFocused()
  const letter = page.getByRole('article', { name: 'As e-mail' })
  await page.getByLabel('Text', { exact: true }).fill('Dear {name}, your turn has ended.\n\nSee you <b>soon</b>, {mentor}')
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByText(/ust not name \{mentor\}/).first()).toBeVisible()
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused()
  await page.getByLabel('Text', { exact: true }).fill('Dear {name}, your turn has ended.\n\nSee you <b>soon</b>')
  await expect(letter).toContainText('Dear Robin Example, your turn has ended.')
  await expect(letter).toContainText('See you <b>soon</b>')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByText('Text saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Restore the standard text' }).click()
  await page.getByRole('button', { name: 'Save text' }).click()
  await expect(page.getByRole('button', { name: 'Restore the standard text' })).toBeHidden()
  await page.getByLabel('Language of this text').selectOption({ label: 'العربية' })
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue('أُزيل اسمك من قائمة الانتظار.')
  await expect(letter).toHaveCSS('direction', 'rtl')
  await expect(letter).toHaveCSS('text-align', 'start')
  await expectAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'Notifications' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeFocused()
})

test(
  'the client’s appointment page lists their messages, and the staff page shows the exact texts',
  variant,
  async ({ page, browser, baseURL }) => {
    const url = baseURL ?? ''
    const token = await signInAsNewClient(page, url)
    const { time } = await chooseFreeTime(url)
    const booked = await send(url, 'POST', '/api/appointments', {
      token,
      body: { ...time, accepted_version_ids: await publishedVersions(url) },
    })
    expect(booked.status).toBe(201)
    const id = booked.body.id!

    await page.goto(`/my/appointments/${id}`)
    const own = page.getByRole('region', { name: 'Messages we sent you' })
    // Messages go out some seconds after what they tell of.
    let timeoutMs = 500
    await expect(async () => {
      await page.reload()
      await expect(own.getByText('We wrote a confirmation. This demonstration sends nothing.')).toBeVisible({ timeout: (timeoutMs *= 2) })
    }).toPass()
    await expect(own.getByRole('time')).toHaveCount(1)
    await expectAccessible(page)

    const desk = await browser.newPage({ baseURL: url })
    await keepLogin(desk, await logIn(url, 'administrator'))
    await desk.goto(`/admin/schedules/${time.schedule_id}/appointments/${id}`)
    const told = desk.getByRole('region', { name: 'Messages' })
    await expect(told.getByRole('listitem')).toHaveCount(1)
    const open = told.getByRole('button', { name: /^Open: Appointment booked/ })
    await open.press('Enter')
    await expect(desk.getByRole('dialog').getByRole('region', { name: 'Text' })).toContainText(
      /your appointment is booked for .+\/my\/appointments\//,
    )
    await expectAccessible(desk)
    await desk.keyboard.press('Escape')
    await expect(open).toBeFocused()
  },
)

test('staff send messages again that did not arrive, once there is an address', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const versions = await publishedVersions(url)
  const { token, user } = await registerLogin(url, ownNumber(), versions)
  const { token: admin } = await logIn(url, 'administrator')
  const change = async (body: object) => expect((await send(url, 'PUT', `/api/users/${user.id}`, { token: admin, body })).status).toBe(200)
  await change({ channel: 'email' })
  const { time } = await chooseFreeTime(url)
  expect((await send(url, 'POST', '/api/appointments', { token, body: { ...time, accepted_version_ids: versions } })).status).toBe(201)
  const query = new URLSearchParams({ search: user.name, state: 'unsendable' })
  const unsent = async () => {
    const { body } = await send(url, 'GET', `/api/messages?${query}`, { token: admin })
    return (body as unknown as { data: { person: { id: string } }[] }).data.filter(({ person }) => person.id === user.id).length
  }
  await expect.poll(unsent).toBe(1)
  await signIn('administrator')
  await page.goto(`/admin/messages?${query}`)
  const tick = page.getByRole('checkbox', { name: new RegExp(`^Select Appointment booked, ${user.name},`) }).first()
  await tick.check()
  const again = page.getByRole('button', { name: 'Send 1 message again' })
  const dialog = page.getByRole('dialog', { name: 'Send the selected messages again?' })
  await again.click()
  await expect(dialog.getByText('Gets no message. No phone number or e-mail address is known.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Send/ })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await change({ email: `client${ownNumber()}@example.com` })
  await again.click()
  await expect(dialog.getByText('Gets an e-mail.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send 1 message again' }).click()
  await expect(page.getByText('1 message is being sent again.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
