import type { Locator, Page } from '@playwright/test'
import { send } from '../../support/client.ts'
import { expectEscapeReturns, expectFocusSeen } from '../../support/expect-focus.ts'
import { logIn } from '../../support/people.ts'
import { bookForClient, planRunningSession } from '../../support/running-session.ts'
import { dayAhead, planningOffer, planSession } from '../../support/schedules.ts'
import { tabTo } from '../../support/tab-to.ts'
import { expect, prepareRoutes, test, variant } from '../../support/test.ts'

// Whole tasks by keyboard alone: after each action the focus is in view, and Escape returns it.

// Days of its own, far from those of other journeys.
const dayFor = (days: number) => dayAhead(4100 + days)
const boardOf = (page: Page) => page.locator('[data-scrolls]')
const sessionAt = (page: Page, times: string): Locator => boardOf(page).getByRole('button', { name: new RegExp(`, ${times},`) })
const dialogOf = (page: Page) => page.getByRole('dialog')

async function pressOn(wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(wanted)
  await expectFocusSeen(wanted.page(), String(wanted))
  await wanted.page().keyboard.press(key)
}

/** Goes to the board, which is one stop of the Tab key, and with the arrow keys to a session. */
async function goTo(wanted: Locator): Promise<void> {
  const { keyboard } = wanted.page()
  await tabTo(boardOf(wanted.page()).locator('[data-stop][tabindex="0"]'))
  for (let presses = 0; presses < 60; presses += 1) {
    const key = await wanted.evaluate(session => {
      const [keys, focused] = [['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'], document.activeElement!]
      const isWeek = session.closest('[data-axis="x"]') !== null
      const trackOf = (element: Element) => element.closest('[data-track]')!
      const order = (a: Element, b: Element) => Number(Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING))
      if (session === focused) return null
      return trackOf(session) === trackOf(focused)
        ? keys[order(focused, session) + (isWeek ? 0 : 2)]!
        : keys[order(trackOf(focused), trackOf(session)) + (isWeek ? 2 : 0)]!
    })
    if (key === null) return expectFocusSeen(wanted.page(), String(wanted))
    await keyboard.press(key)
  }
  throw new Error(`the arrow keys do not reach ${String(wanted)}`)
}

/** Until the dialog is gone; the focus is then back on the page. */
async function isClosed(page: Page, after: string): Promise<void> {
  await expect(dialogOf(page)).toHaveCount(0)
  await expectFocusSeen(page, after)
}

test(
  'the planner’s day: a session is created, copied, undone and published by keyboard alone',
  variant,
  async ({ page, signIn, baseURL }) => {
    const { mentors, place } = await planningOffer(baseURL ?? '')
    const { keyboard } = page
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const inDialog = (name: string) => dialogOf(page).getByRole('button', { name, exact: true })
    await signIn('administrator')
    await page.goto(`/admin/planner?view=day&date=${dayFor(1)}&place=${place.id}`)
    await expect(boardOf(page)).toBeVisible()

    await test.step('create', async () => {
      await tabTo(button('New session'))
      await expectEscapeReturns(button('New session'))
      await keyboard.press('Enter')
      await pressOn(dialogOf(page).getByRole('checkbox', { name: mentors[0].name }), 'Space')
      await pressOn(inDialog('Save as draft'))
      await isClosed(page, 'a session is created')
    })
    const made = sessionAt(page, '09:00–12:00')

    await test.step('its details, its copy and its change', async () => {
      await goTo(made)
      await expectEscapeReturns(made)
      await expectEscapeReturns(made, 'n')
      await keyboard.press('m')
      await keyboard.press('ArrowDown')
      await keyboard.press('Escape')
      await expect(made).toBeFocused()
      for (const name of ['Copy session', 'Move or resize']) {
        await keyboard.press('Enter')
        await pressOn(inDialog(name))
        await expect(inDialog(name)).toHaveCount(0)
        await expect(dialogOf(page).locator(':focus')).toHaveCount(1)
        await keyboard.press('Escape')
        await isClosed(page, name)
        await expect(made).toBeFocused()
      }
    })

    await test.step('copy the day, and undo it', async () => {
      await pressOn(button('Copy day'))
      await pressOn(inDialog('Copy as draft'))
      await expect(page).toHaveURL(new RegExp(`date=${dayFor(2)}`))
      await isClosed(page, 'a day is copied')
      await goTo(made)
      await pressOn(button('Undo'))
      await expect(page.getByText('Undone.')).toBeVisible()
      await expect(made).toHaveCount(0)
      await expectFocusSeen(page, 'the copy is undone')
    })

    await test.step('publish the draft', async () => {
      await pressOn(button('Day before'))
      await expect(made).toBeVisible()
      await expect(button('Day before')).toBeFocused()
      await goTo(made)
      await keyboard.press('Enter')
      await pressOn(inDialog('Publish'))
      await expect(dialogOf(page).getByText('Published')).toBeVisible()
      await expectFocusSeen(page, 'the session is published in its details')
      await keyboard.press('Escape')
      await expect(made).toBeFocused()
      await pressOn(button('Undo'))
      await expect(page.getByText('Undone.').last()).toBeVisible()
      await expectFocusSeen(page, 'the publishing is undone')
      await pressOn(button('Publish 1 draft'))
      await pressOn(inDialog('Publish'))
      await expect(page.getByText('1 session published.')).toBeVisible()
      await expect(button('Publish 1 draft')).toHaveCount(0)
      await isClosed(page, 'the draft is published')
    })
  },
)

test(
  'the planner’s week and month: a session is planned, moved and copied by keyboard alone',
  variant,
  async ({ page, signIn, baseURL }) => {
    const { mentors, place } = await planningOffer(baseURL ?? '')
    const { keyboard } = page
    const day = dayFor(15)
    await planSession(baseURL ?? '', day, { status: 'draft' })
    await signIn('administrator')
    await page.goto(`/admin/planner?date=${day}&place=${place.id}`)
    const planned = sessionAt(page, '09:00–12:00')
    await expect(planned).toBeVisible()

    await test.step('the copy of one day', async () => {
      const heads = page.getByRole('button', { name: /^Copy \w+ \d+ \w+/ })
      await tabTo(heads.first())
      await expectEscapeReturns(heads.first())
      await goTo(planned)
      await keyboard.press('m')
      await keyboard.press('ArrowRight')
      await keyboard.press('Enter')
      await pressOn(dialogOf(page).getByRole('button', { name: 'Save change' }))
      await isClosed(page, 'the session is moved')
      await expect(sessionAt(page, '09:15–12:15')).toBeFocused()
    })

    await test.step('the week is copied into the next one', async () => {
      await pressOn(page.getByRole('button', { name: 'Copy week', exact: true }))
      await pressOn(dialogOf(page).getByRole('button', { name: 'Copy as draft' }))
      await expect(page).not.toHaveURL(new RegExp(`date=${day}`))
      await isClosed(page, 'the week is copied')
      await expect(sessionAt(page, '09:15–12:15')).toBeVisible()
    })

    await test.step('a filter, the month, and back to a day', async () => {
      const filter = page.getByRole('combobox', { name: 'Mentor' })
      await tabTo(filter)
      await keyboard.type(mentors[0].name.slice(0, 8))
      await expect(filter).not.toHaveValue('')
      await expectFocusSeen(page, 'a mentor is chosen')
      await pressOn(page.getByRole('button', { name: 'Month', exact: true }))
      await expect(page.getByRole('grid')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Month', exact: true })).toBeFocused()
      await tabTo(page.locator('a[data-date][tabindex="0"]'))
      await keyboard.press('ArrowRight')
      await expectFocusSeen(page, 'another day of the month')
      await keyboard.press('Enter')
      await expect(page).toHaveURL(/view=day/)
      await expectFocusSeen(page, 'a day of the month is opened')
    })

    await test.step('back to the week, and all sessions again', async () => {
      await pressOn(page.getByRole('button', { name: 'Week', exact: true }))
      await pressOn(page.getByRole('button', { name: 'Show all' }))
      await expect(page.getByRole('button', { name: 'Show all' })).toHaveCount(0)
      await expectFocusSeen(page, 'the filters are removed')
    })
  },
)

test('panels, the palette and the list of shortcuts return the focus by keyboard alone', variant, async ({ page, signIn, baseURL }) => {
  const { place } = await planningOffer(baseURL ?? '')
  const { keyboard } = page
  const day = dayFor(30)
  await planSession(baseURL ?? '', day)
  await signIn('administrator')
  await page.goto(`/admin/planner?date=${day}&place=${place.id}`)
  const planned = sessionAt(page, '09:00–12:00')
  await expect(planned).toBeVisible()
  const panel = page.getByRole('complementary', { name: 'Record panel' })

  await test.step('a panel next to the planner', async () => {
    await goTo(planned)
    await keyboard.press('Enter')
    await pressOn(dialogOf(page).getByRole('link', { name: 'Appointments' }))
    await expect(panel.getByRole('heading', { level: 2 }).first()).toBeFocused()
    await expectFocusSeen(page, 'the panel is open')
    await keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(planned).toBeFocused()
  })

  await test.step('the palette and the shortcuts', async () => {
    await expectEscapeReturns(planned, 'Control+k')
    await expectEscapeReturns(planned, '?')
    await expectEscapeReturns(planned, '/')
    const find = page.getByRole('button', { name: 'Find' }).first()
    await find.focus()
    await expectEscapeReturns(find)
  })

  await test.step('a panel next to a list', async () => {
    await page.goto('/admin/users')
    const record = page.locator('#content a[data-record]').first()
    await tabTo(record)
    await keyboard.press('Enter')
    await expect(panel.locator(':focus')).toHaveCount(1)
    await expectEscapeReturns(panel.getByRole('heading', { level: 2 }).first(), 'Control+k')
    await keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(record).toBeFocused()
    await expectFocusSeen(page, 'the panel is closed')
  })
})

test(
  'Today: every stop of the Tab key shows the focus, and a record opens and closes by keyboard alone',
  variant,
  async ({ page, signIn, baseURL }) => {
    const { id, starts, mentor } = await planRunningSession(baseURL ?? '')
    const { client } = await bookForClient(baseURL ?? '', id, starts[0]!)
    const { keyboard } = page
    await signIn('administrator')
    await page.goto(`/admin/today?of=${mentor.user.id}`)
    const entry = page.getByRole('table', { name: 'Today by mentor' }).getByRole('link', { name: client.user.name })
    await expect(entry).toBeVisible()
    for (let presses = 0; presses < 40; presses += 1) {
      await keyboard.press('Tab')
      if (await page.evaluate(() => document.activeElement === document.body)) break
      await expectFocusSeen(page, `Tab ${presses}`)
    }
    await tabTo(entry)
    await expectEscapeReturns(entry, 'Control+k')
    await keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: 'Record panel' })
    await expect(panel.getByRole('heading', { level: 2 }).first()).toBeFocused()
    await expectFocusSeen(page, 'the record is open')
    await keyboard.press('Escape')
    await expect(panel).toHaveCount(0)
    await expect(entry).toBeFocused()
  },
)

test('feedback questions are edited, retired and asked again by keyboard alone, each once', variant, async ({ page, signIn }) => {
  const { keyboard } = page
  const sent: string[] = []
  await prepareRoutes(page)
  await signIn('administrator')
  await page.goto('/admin/feedback-question/create?type=mentor')
  const list = page.getByRole('list', { name: 'Questions in their order' })
  const add = page.getByRole('button', { name: 'Add a question' })
  const edit = list.getByRole('button', { name: /^Edit/ }).last()
  await expect(edit).toBeVisible()
  for (const opener of [add, edit]) {
    await tabTo(opener)
    await keyboard.press('Enter')
    await expect(page.getByLabel('Question', { exact: true })).toBeFocused()
    await pressOn(page.getByRole('button', { name: 'Cancel' }))
    await expect(opener).toBeFocused()
  }
  // The second press comes while the first request is on its way.
  let goOn = () => {}
  await page.route('**/api/feedback-questions/*', async route => {
    if (route.request().method() === 'GET') return route.fallback()
    sent.push(route.request().method())
    await new Promise<void>(resolve => (goOn = resolve))
    return route.continue()
  })
  const pressTwice = async (button: Locator) => {
    const before = sent.length
    await pressOn(button)
    // The button is busy before the request gets here.
    await expect(button).toHaveAttribute('aria-busy', 'true')
    await expect.poll(() => sent.length).toBe(before + 1)
    await keyboard.press('Enter')
    goOn()
  }
  await pressTwice(list.getByRole('button', { name: /^Retire/ }).last())
  await expect(page.getByText('Question retired.')).toBeVisible()
  await expectFocusSeen(page, 'a question is retired')
  await pressOn(page.locator('summary').filter({ hasText: 'retired question' }))
  await pressTwice(page.getByRole('button', { name: /^Ask again/ }).last())
  await expect(page.getByText('The question is asked again, at the end.')).toBeVisible()
  await expectFocusSeen(page, 'a question is asked again')
  expect(sent).toEqual(['DELETE', 'PUT'])
})

test('a turned page of a list begins at its start, with the focus there', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  const heading = page.getByRole('heading', { level: 1 })
  for (const [list, onward, back] of [
    // Weeks that no journey plans in.
    [`/admin/schedules?from=${dayAhead(-28)}&to=${dayAhead(-21)}`, 'Next', 'Previous'],
    ['/admin/audit', 'Older', 'Back to the newest'],
  ] as const) {
    await page.goto(list)
    for (const turn of [onward, back]) {
      const at = page.url()
      await page.getByRole('button', { name: turn, exact: true }).press('Enter')
      await expect(page).not.toHaveURL(at)
      await expect(heading).toBeFocused()
      await expect(heading).toBeInViewport()
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
      await expectFocusSeen(page, `${list} ${turn}`)
    }
  }
})

test('a reminder is added and removed by keyboard alone', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/settings')
  const add = page.getByRole('button', { name: 'Add a reminder' })
  const remove = page.getByRole('button', { name: /^Remove reminder/ })
  await add.press('Enter')
  const reminders = await remove.count()
  await remove.last().press('Enter')
  await expect(remove).toHaveCount(reminders - 1)
  await expect(add).toBeFocused()
  await expectFocusSeen(page, 'a reminder is removed')
})

test('a form in a dialog asks before Escape, or a click next to it, drops what was typed', variant, async ({ page, signIn }) => {
  const { keyboard } = page
  await signIn('administrator')
  await page.goto('/admin/absences')
  const opener = page.getByRole('button', { name: 'Add time off' })
  const form = page.getByRole('dialog', { name: 'Add time off' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const reason = form.getByLabel('Reason')
  await opener.press('Enter')
  await reason.fill('Dentist')
  await keyboard.press('Escape')
  await expect(question.locator(':focus')).toHaveCount(1)
  await keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(reason).toBeFocused()
  await expect(reason).toHaveValue('Dentist')
  await page.mouse.click(5, 5)
  await question.getByRole('button', { name: 'Leave without saving' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
  // Half a date is typed, too.
  await keyboard.press('Enter')
  await form.getByRole('textbox').first().fill('31')
  await keyboard.press('Escape')
  await question.getByRole('button', { name: 'Leave without saving' }).press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // Nothing was typed, so nothing is asked.
  await keyboard.press('Enter')
  await expect(form).toBeVisible()
  await keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a dialog whose form comes later gives it the focus', async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/weekly-hours')
  const opener = page.getByRole('button', { name: 'New weekly hours' }).first()
  await opener.press('Enter')
  await expect(page.getByRole('dialog').getByLabel('Mentor')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()
})

test('a refused question says why in its dialog, and keeps what was typed', async ({ page, signIn, allowConsole, baseURL }) => {
  allowConsole(/503/)
  const { token } = await logIn(String(baseURL), 'administrator')
  const body = { name: 'Ivy Invited', channel: 'print' }
  expect((await send(String(baseURL), 'POST', '/api/invitations', { token, body })).status).toBe(201)
  await prepareRoutes(page)
  await signIn('administrator')
  const message = 'We are busy. Please try again.'
  await page.route(
    url => /\/(status|revoke)$/.test(url.pathname),
    route => (route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 503, json: { code: 'busy', message } })),
  )
  const dialog = dialogOf(page)
  await page.goto('/admin/lists/pending')
  await page
    .getByRole('button', { name: /^Decline: / })
    .first()
    .press('Enter')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('No room left.')
  await dialog.getByRole('button', { name: 'Decline' }).press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(message)
  await expect(dialog.getByRole('alert')).toBeFocused()
  await expect(dialog.getByLabel('Reason')).toHaveValue('No room left.')

  await page.goto('/admin/invitations')
  await page.getByRole('button', { name: 'Revoke the invitation of Ivy Invited' }).first().press('Enter')
  await dialog.getByRole('button', { name: 'Revoke' }).press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(message)
})
