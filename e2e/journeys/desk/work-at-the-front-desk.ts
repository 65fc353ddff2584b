import type { Page } from '@playwright/test'
import { send } from '../../support/client.ts'
import { keepLogin } from '../../support/people.ts'
import { bookForClient, planRunningSession } from '../../support/running-session.ts'
import { bookLastHour, dayAhead, planningOffer, planSession } from '../../support/schedules.ts'
import { registerStaff } from '../../support/staff.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

// Sessions of its own, on days where the demo and the other journeys have planned nothing.
const dayFor = (days: number) => dayAhead(300 + days)

/** A support type that costs something. */
async function paidSupportType(url: string): Promise<string> {
  const { token } = await planningOffer(url)
  const { body } = await send(url, 'GET', '/api/schedules/create', { token })
  const { support_types } = body as unknown as { support_types: { id: string; price: { amount: number } }[] }
  return support_types.find(({ price }) => price.amount > 0)!.id
}

/** A client's row in the working list. */
const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })

/** Opens a session's appointments, from the list of its day. */
async function openAppointments(page: Page, { id, day }: { id: string; day: string }): Promise<void> {
  await page.goto(`/admin/schedules?from=${day}&to=${day}`)
  await page
    .getByRole('link', { name: /^Appointments of/ })
    .and(page.locator(`[href*="${id}"]`))
    .click()
  await page.getByRole('link', { name: 'Open full page' }).click()
}

test('finds a client, checks them in and undoes it by keyboard alone', async ({ page, signIn, baseURL }) => {
  const { id, day, starts } = await planRunningSession(baseURL ?? '')
  await bookForClient(baseURL ?? '', id, starts[0]!)
  await signIn('administrator')
  await openAppointments(page, { id, day })
  await expect(page.getByRole('heading', { level: 1, name: /, \d\d:\d\d–.*\d\d:\d\d$/ })).toBeFocused()
  await expect(page.getByRole('link', { name: /^Book the free seat at/ })).toHaveCount(2)
  await expectAccessible(page)
  const row = rowOf(page, /^Contender/)
  const checkIn = row.getByRole('button', { name: /^Check in/ })
  await checkIn.focus()
  await page.keyboard.press('Enter')
  await expect(row.getByText('Arrived', { exact: true })).toBeVisible()
  const undo = row.getByRole('button', { name: /^Undo/ })
  await expect(undo).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row.getByText('Booked', { exact: true })).toBeVisible()
  await expect(checkIn).toBeFocused()
  await page.keyboard.press('c')
  await expect(row.getByText('Arrived', { exact: true })).toBeVisible()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).last().click()
  await expect(row.getByText('Booked', { exact: true })).toBeVisible()
  await page.getByLabel('Name, phone or reference').fill('unknown name')
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible()
  await expect(page).toHaveURL(/search=unknown/)
  await page.getByRole('button', { name: 'Show all' }).last().click()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Check in 1' }).click()
  await expect(row.getByText('Arrived', { exact: true })).toBeVisible()
})

test('a new client phones: created and booked in place, then moved, paid and printed', async ({ page, signIn, baseURL }) => {
  const day = dayFor(2)
  const paid = { support_type_id: await paidSupportType(baseURL ?? '') }
  const id = await planSession(baseURL ?? '', day, paid)
  const elsewhere = await planSession(baseURL ?? '', dayFor(3), paid)
  await signIn('administrator')
  await page.goto(`/admin/schedules/${id}/appointments`)
  await page.getByRole('link', { name: /^Book the free seat at 09:00/ }).click()
  await expect(page.getByRole('region', { name: 'The appointment' }).getByText('09:00–')).toBeVisible()
  await page.getByRole('combobox', { name: 'Find the client' }).fill('07700 900')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
  // Who has no phone is found by name.
  await page.getByRole('combobox', { name: 'Find the client' }).fill('applegate')
  await expect(page.getByRole('option', { name: /Doris Applegate.*No phone number/ })).toBeVisible()
  await page.getByRole('combobox', { name: 'Find the client' }).fill('0131 496 0777')
  await expect(page.getByText('No matches.')).toBeVisible()
  await page.getByRole('button', { name: 'Book the appointment' }).click()
  await expect(page.getByText('Please find the client, or choose “New client”.')).toBeVisible()
  await page.getByRole('button', { name: 'New client' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.type('Phoned In')
  await expect(page.getByLabel(/^Phone number/)).toHaveValue('0131 496 0777')
  await page.getByLabel(/^What the client wants to talk about/).fill('How do I begin?')
  for (const box of await page.getByRole('checkbox', { name: /^The client knows/ }).all()) await box.check()
  await page.getByRole('button', { name: 'Book the appointment' }).click()
  await expect(page.getByRole('heading', { name: 'Phoned In is booked' })).toBeFocused()
  await expect(page.getByText(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)).toBeVisible()

  await page.getByRole('link', { name: 'Edit the appointment' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Appointment of Phoned In' })).toBeVisible()
  const history = page.getByRole('list', { name: 'History' })
  await expect(history.getByText(/^by .* for the client$/)).toBeVisible()
  await page.getByRole('button', { name: 'Choose another time' }).click()
  await page.getByLabel(/^From this day on/).fill(dayFor(3))
  await page.getByLabel('Session').selectOption(elsewhere)
  await page
    .locator('label')
    .filter({ has: page.getByRole('radio', { name: /10:00/ }) })
    .click()
  await page.getByLabel(/^Reason/).fill('The other day suits better')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Move the appointment' }).click()
  await expect(history.getByText('Reason: The other day suits better')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/schedules/${elsewhere}/appointments/`))
  await page.getByLabel(/^What the client wants to talk about/).fill('Where do I begin?')
  await page.getByRole('button', { name: 'Save the questions' }).click()
  await expect(history.getByText('Questions changed')).toBeVisible()
  await page.getByRole('button', { name: 'Paid', exact: true }).click()
  await expect(history.getByText('From Unpaid to Paid')).toBeVisible()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).last().click()
  await expect(history.getByText('From Paid to Unpaid')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel the appointment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the appointment' }).click()
  await expect(page.getByText('Please give a reason. It stays in the history.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()

  await page.getByRole('link', { name: 'Question sheet' }).click()
  await expect(page.getByText('Where do I begin?')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.goto(`/admin/schedules/${elsewhere}/appointments`)
  await page.emulateMedia({ media: 'print' })
  const organisation = /Larkfield Mentoring & Counselling/
  await expect(page.getByRole('region', { name: 'Day sheet' })).toContainText(organisation)
  await expect(page.getByRole('region', { name: 'Day sheet' }).getByText('Phoned In')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print day sheet' })).toBeHidden()
  // The sheet of the whole day, across all sessions.
  await page.goto('/admin/today')
  const sheet = page.getByRole('region', { name: 'Today’s appointments' })
  // What its pages repeat.
  await expect(sheet.locator('thead')).toContainText(organisation)
  const rows = await sheet.locator('tbody tr').count()
  for (const format of ['A4', 'Letter']) expect(countPages(await page.pdf({ format }))).toBeLessThanOrEqual(Math.ceil((rows + 3) / 30))
})

test('counts no selected row that another desk has closed', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const { id, starts } = await planRunningSession(url)
  const [first] = [await bookForClient(url, id, starts[0]!), await bookForClient(url, id, starts[1]!)]
  await page.clock.install()
  await signIn('administrator')
  await page.goto(`/admin/schedules/${id}/appointments`)
  await expect(page.getByRole('row').getByRole('checkbox', { name: /Contender/ })).toHaveCount(2)
  for (const box of await page
    .getByRole('row')
    .getByRole('checkbox', { name: /Contender/ })
    .all())
    await box.check()
  await expect(page.getByText('2 selected')).toBeVisible()
  const path = `/api/appointments/${first!.booked.id}/status`
  expect((await send(url, 'POST', path, { token: first!.staff, body: { status: 'fulfilled' } })).status).toBe(200)
  await page.clock.fastForward(30_000)
  await expect(rowOf(page, first!.client.user.name).getByText('Took place', { exact: true })).toBeVisible()
  await expect(page.getByText('1 selected')).toBeVisible()
})

const countPages = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('a read-only user sees the day without actions', variant, async ({ page, baseURL }) => {
  const url = baseURL ?? ''
  const id = await planSession(url, dayFor(5))
  await bookLastHour(url, id, dayFor(5))
  await keepLogin(page, await registerStaff(url, ['Schedule List', 'Appointment List']))
  await page.goto('/admin/schedules')
  await page
    .getByRole('link', { name: /^Appointments of/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 2, name: /, \d\d:\d\d–.*\d\d:\d\d( \w+ time)?$/ })).toBeVisible()
  await page.goto(`/admin/schedules/${id}/appointments`)
  await expect(page.getByRole('cell', { name: /Contender/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Check in/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Book/ })).toHaveCount(0)
  await page.goto(`/admin/appointments/${id}/create`)
  await expect(page.getByRole('heading', { level: 1, name: '401 Unauthorized' })).toBeVisible()
})

test(
  'the demo’s front desk sees the day, finds a person, books for a caller and checks them in',
  variant,
  async ({ page, signIn, baseURL }) => {
    const url = baseURL ?? ''
    const { id, day, starts } = await planRunningSession(url)
    const { client } = await bookForClient(url, id, starts[1]!)
    await signIn('frontDesk')
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible()
    await page.goto(`/admin/users/${client.user.id}`)
    await expect(page.getByRole('heading', { level: 1, name: client.user.name })).toBeVisible()
    await openAppointments(page, { id, day })
    const row = rowOf(page, client.user.name)
    await row.getByRole('button', { name: /^Check in/ }).click()
    await expect(row.getByText('Arrived', { exact: true })).toBeVisible()
    await page
      .getByRole('link', { name: /^Book the free seat at/ })
      .last()
      .click()
    await page.getByRole('button', { name: 'New client' }).click()
    await page.keyboard.type('Caller Atdesk')
    for (const box of await page.getByRole('checkbox', { name: /^The client knows/ }).all()) await box.check()
    await page.getByRole('button', { name: 'Book the appointment' }).click()
    await expect(page.getByRole('heading', { name: 'Caller Atdesk is booked' })).toBeFocused()
  },
)
