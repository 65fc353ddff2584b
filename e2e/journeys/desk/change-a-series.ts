import type { Page } from '@playwright/test'
import { send } from '../../support/client.ts'
import { bookLastHour, dayAhead, planningOffer, planSession } from '../../support/schedules.ts'
import { shownDate } from '../../support/shown-date.ts'
import { tabTo } from '../../support/tab-to.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

// Every test plans on days of its own, three sessions a week apart from nine to twelve.
const dayFor = (days: number) => dayAhead(400 + days)

interface Listed {
  id: string
  date: string
  starts_at: string
  revision: number
}

async function planSeries(url: string, days: number): Promise<Listed[]> {
  const id = await planSession(url, dayFor(days), { repeat: 'FREQ=WEEKLY;COUNT=3' })
  return sessionsOf(url, id)
}

async function sessionsOf(url: string, id: string): Promise<Listed[]> {
  const { token } = await planningOffer(url)
  const { body } = await send(url, 'GET', `/api/schedules/${id}/series`, { token })
  return (body as unknown as { sessions: Listed[] }).sessions
}

async function openForm(page: Page, id: string): Promise<void> {
  await page.goto(`/admin/schedule/${id}/edit`)
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeVisible()
}

test('changes this and the following sessions: a booked client moves with the session', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const [first, second, third] = await planSeries(url, 0)
  await bookLastHour(url, third!.id, third!.date)
  await signIn('administrator')
  await openForm(page, second!.id)
  await page.getByLabel('Start', { exact: true }).fill('10:30')
  await page.getByLabel('End', { exact: true }).fill('13:30')
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Change other sessions too?' })
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(save).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Change only this session' })).toBeVisible()
  await dialog.getByRole('radio', { name: 'This and the following: 2 sessions' }).check()
  await expect(dialog.getByText(/^Client who moves with it: Contender/)).toBeVisible()
  await expect(dialog.getByText('1 appointment moves with its session. We’ll send the client the new time.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change 2 sessions' }).click()
  await expect(page.getByText('2 sessions changed. We’re sending 1 client the new time.')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Start', { exact: true })).toHaveValue('10:30')
  const hours = (await sessionsOf(url, first!.id)).map(({ starts_at }, index) => {
    const before = [first, second, third][index]!
    return (Date.parse(starts_at) - Date.parse(before.starts_at)) / 3_600_000
  })
  expect(hours).toEqual([0, 1.5, 1.5])

  // The form goes on from what was saved.
  await page.getByLabel(/Note for clients/).fill('Room 4')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Change only this session' }).click()
  await expect(page.getByText('The schedule is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByLabel(/Note for clients/)).toHaveValue('')
})

test('leaves out a session whose client would lose the time, and one that was changed by itself', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const [first, second, third] = await planSeries(url, 1)
  await bookLastHour(url, second!.id, second!.date)
  const { token } = await planningOffer(url)
  await send(url, 'PUT', `/api/schedules/${third!.id}`, { token, body: { note: 'Only today' } })
  await signIn('administrator')
  await openForm(page, first!.id)
  await page.getByLabel('End', { exact: true }).fill('11:00')
  await page.getByRole('button', { name: 'Save changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change other sessions too?' })
  await dialog.getByRole('radio', { name: 'The whole series: 3 sessions to come' }).check()
  await expect(dialog.getByText(/^Stays as it is\. Contender.* is booked at a time that would be removed\.$/)).toBeVisible()
  await expect(dialog.getByRole('link', { name: 'Reassign clients' })).toBeVisible()
  await expect(dialog.getByText('Changed on its own before')).toBeVisible()
  await expect(dialog.getByText('2 sessions stay as they are.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('checkbox').last().check()
  await dialog.getByRole('button', { name: 'Change 2 sessions' }).click()
  await expect(page.getByText('2 sessions changed.')).toBeVisible()
})

test(
  'says when another planner has changed the series meanwhile, and goes on from there',
  variant,
  async ({ page, signIn, baseURL, allowConsole }) => {
    allowConsole(/409/)
    const url = baseURL ?? ''
    const [first, second] = await planSeries(url, 2)
    await signIn('administrator')
    await openForm(page, first!.id)
    await page.getByLabel('End', { exact: true }).fill('11:00')
    await page.getByRole('button', { name: 'Save changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change other sessions too?' })
    await dialog.getByRole('radio', { name: /^The whole series/ }).check()
    const save = dialog.getByRole('button', { name: 'Change 3 sessions' })
    await expect(save).toBeEnabled()
    const { token } = await planningOffer(url)
    await send(url, 'PUT', `/api/schedules/${second!.id}`, { token, body: { note: 'Theirs' } })
    await save.click()
    await expect(dialog.getByText(/^The series has changed since you opened it/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Change 2 sessions' }).click()
    await expect(page.getByText('2 sessions changed.')).toBeVisible()
  },
)

test('cancels the chosen sessions of a series and tells their clients', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const [first, second, third] = await planSeries(url, 3)
  const client = await bookLastHour(url, third!.id, third!.date)
  await bookLastHour(url, second!.id, second!.date, client)
  await signIn('administrator')
  await openForm(page, second!.id)
  await page.getByRole('button', { name: 'Cancel the session' }).click()
  await page.getByRole('radio', { name: 'The whole series: 3 sessions to come' }).check()
  const dialog = page.getByRole('dialog', { name: 'Cancel sessions of this series?' })
  await expect(dialog.getByText(/^1 client: Contender/)).toHaveCount(2)
  await expect(
    dialog.getByText('We’ll cancel the appointments of 1 client and send your reason. 1 mentor gets a message too.'),
  ).toBeVisible()
  await dialog.getByRole('checkbox').first().uncheck()
  await dialog.getByLabel('Reason').fill('The building closes.')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel 2 sessions and tell the clients' }).click()
  await expect(page.getByText('2 sessions cancelled. We’re letting 1 client know.')).toBeVisible()
  await expect(page.getByText('This session is cancelled and can’t be changed.')).toBeVisible()
  expect((await sessionsOf(url, first!.id)).map(({ id }) => id)).toEqual([first!.id])
})

test('extends a series from its last session on', variant, async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const [first, , third] = await planSeries(url, 4)
  await signIn('administrator')
  await openForm(page, first!.id)
  await page.getByRole('link', { name: 'Extend the series' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Extend a series' })).toBeFocused()
  const next = new Date(Date.parse(`${third!.date}T00:00:00Z`) + 7 * 86_400_000).toISOString().slice(0, 10)
  await expect(page.getByLabel('Date', { exact: true })).toHaveValue(shownDate(next))
  await page.getByLabel('Number of sessions').fill('2')
  await expect(page.getByText('All mentors are free on every date.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish 2 sessions' }).click()
  await expect(page.getByText('2 sessions published.')).toBeVisible()
  expect(await sessionsOf(url, first!.id)).toHaveLength(5)
})

test('a series is planned, changed, extended and cancelled by keyboard alone', variant, async ({ page, signIn, baseURL }) => {
  test.slow()
  const { keyboard } = page
  const { supportType, place, mentors } = await planningOffer(baseURL ?? '')
  const named = (role: 'button' | 'checkbox' | 'combobox' | 'link' | 'textbox', name: string) => page.getByRole(role, { name, exact: true })
  const typeInto = async (role: 'combobox' | 'textbox', name: string, text: string) => {
    await tabTo(named(role, name))
    if (role === 'textbox') await keyboard.press('Control+A')
    await keyboard.type(text)
  }
  const pressOn = async (role: 'button' | 'link', name: string) => {
    await tabTo(named(role, name))
    await keyboard.press('Enter')
  }
  await signIn('administrator')
  await page.goto('/admin/schedules')

  await test.step('plan three weeks', async () => {
    await pressOn('link', 'New schedule')
    await expect(page.getByRole('heading', { level: 1, name: 'New schedule' })).toBeFocused()
    await typeInto('combobox', 'Support type', supportType.name)
    await typeInto('combobox', 'Place', place.name)
    await typeInto('textbox', 'Date', dayFor(5))
    await typeInto('textbox', 'Start', '0900')
    await typeInto('textbox', 'End', '1200')
    await typeInto('combobox', 'Repeats', 'Weekly')
    await typeInto('textbox', 'Number of sessions', '3')
    await tabTo(named('checkbox', mentors[0].name))
    await keyboard.press('Space')
    await expect(page.getByText('All mentors are free on every date.')).toBeVisible()
    await pressOn('button', 'Publish 3 sessions')
    await expect(page.getByText('3 sessions published.')).toBeVisible()
  })

  const first = new URL(page.url()).searchParams.get('shown') ?? ''
  const open = async ({ id }: { id: string }) => {
    await tabTo(page.locator(`a[href="/admin/schedule/${id}/edit"]`))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Edit schedule' })).toBeFocused()
  }
  const [, second, third] = await sessionsOf(baseURL ?? '', first)
  const dialogOf = (name: string) => page.getByRole('dialog', { name })

  await test.step('change the second and the following', async () => {
    await open(second!)
    await typeInto('textbox', 'End', '1300')
    await pressOn('button', 'Save changes')
    const dialog = dialogOf('Change other sessions too?')
    const following = dialog.getByRole('radio', { name: 'This and the following: 2 sessions' })
    await expect(following).toBeVisible()
    await tabTo(dialog.getByRole('radio', { checked: true }))
    await keyboard.press('ArrowDown')
    await expect(following).toBeChecked()
    await pressOn('button', 'Change 2 sessions')
    await expect(page.getByText('2 sessions changed.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    await expect(page.locator(':focus')).toHaveCount(1)
  })

  await test.step('extend by one', async () => {
    await pressOn('link', 'Extend the series')
    await expect(page.getByRole('heading', { level: 1, name: 'Extend a series' })).toBeFocused()
    await typeInto('textbox', 'Number of sessions', '1')
    await expect(page.getByText('All mentors are free on every date.')).toBeVisible()
    await pressOn('button', 'Publish')
    await expect(page.getByText('1 session published.')).toBeVisible()
  })

  const fourth = (await sessionsOf(baseURL ?? '', first)).at(-1)!
  expect(Date.parse(fourth.starts_at) - Date.parse(third!.starts_at)).toBeGreaterThan(6 * 86_400_000)

  await test.step('cancel the whole series', async () => {
    await open(fourth)
    await pressOn('button', 'Cancel the session')
    const dialog = dialogOf('Cancel this session?')
    await tabTo(dialog.getByRole('radio', { checked: true }))
    await keyboard.press('ArrowUp')
    await expect(page.getByRole('radio', { name: 'The whole series: 4 sessions to come' })).toBeChecked()
    // No client is booked: a reason is optional.
    await pressOn('button', 'Cancel 4 sessions')
    await expect(page.getByText('4 sessions cancelled. No client gets a message.')).toBeVisible()
    await expect(page.getByText('This session is cancelled and can’t be changed.')).toBeVisible()
    await expect(page.locator(':focus')).toHaveCount(1)
  })
})
