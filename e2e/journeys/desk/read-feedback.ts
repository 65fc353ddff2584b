import { readFile } from 'node:fs/promises'
import { send } from '../../support/client.ts'
import { holdSession } from '../../support/held-session.ts'
import { ownNumber } from '../../support/own-number.ts'
import { logIn } from '../../support/people.ts'
import { expect, expectAccessible, test, variant } from '../../support/test.ts'

interface Asked {
  questions: { id: string; widget: string; options: string[] }[]
}

test('a low score asks for review; bars open their answers; the exported table is safe', async ({ page, signIn, baseURL }) => {
  const url = baseURL ?? ''
  const held = await holdSession(url)
  const formula = `=1+1 in the cold room ${held.reference}`
  const { body } = await send(url, 'GET', `/api/feedback/create?appointment_id=${held.id}`, { token: held.token })
  const answers = (body as unknown as Asked).questions.flatMap(({ id, widget, options }) =>
    widget === 'star' || widget === 'radio' || widget === 'text'
      ? [{ question_id: id, value: widget === 'star' ? '1' : widget === 'radio' ? options[0] : formula }]
      : [],
  )
  expect((await send(url, 'POST', '/api/feedback', { token: held.token, body: { appointment_id: held.id, answers } })).status).toBe(201)

  await signIn('administrator')
  await page.goto('/admin/feedbacks')
  await expect(page.getByRole('heading', { level: 1, name: 'Feedback' })).toBeVisible()
  await expectAccessible(page, 'pictures: ')
  await page.getByRole('link', { name: /^1 star\b/ }).click()
  await expect(page.getByText('“How helpful was this session?” answered with “1 star”')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Answers' })).toBeFocused()
  await expect(page.getByRole('link', { name: /^1 star\b/ })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: 'Show what needs review' }).click()
  const item = page.getByRole('article', { name: /^Contender/ }).filter({ hasText: formula })
  await item.getByRole('button', { name: 'Mark as reviewed' }).click()
  await expect(page.getByText('Marked as reviewed.')).toBeVisible()
  await expect(item).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).click()
  const file = await (await download).path()
  expect((await readFile(file, 'utf8')).startsWith('\ufeff"Given on",')).toBe(true)

  await page.goto(`/admin/appointments/${held.schedule_id}/feedbacks/${held.id}`)
  await expect(page.getByText(formula)).toBeVisible()
  await expect(page.getByText(/^Reviewed by/)).toBeVisible()
  await page.getByRole('link', { name: 'Record it for the mentor' }).click()
  await expect(page.getByText(/^You are recording this for/)).toBeVisible()
  await expectAccessible(page, 'recording: ')
})

test('the questions are put in order by keys and by dragging, and retired without losing answers', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/feedback-question/create?type=mentor')
  const list = page.getByRole('list', { name: 'Questions in their order' })
  const name = `How loud was it? ${Date.now()}`
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByLabel('Question', { exact: true }).fill(name)
  await page.getByLabel('Answer type').selectOption('One choice, all visible')
  await page.getByRole('button', { name: 'Add the question' }).click()
  await expect(page.getByText('Please offer at least two choices.')).toBeVisible()
  await page.getByLabel('Choices').fill('Loud\nQuiet')
  await expectAccessible(page, 'editor: ')
  await page.getByRole('button', { name: 'Add the question' }).click()
  await expect(list.getByRole('listitem').last()).toContainText(name)

  const handle = page.getByRole('button', { name: `Move ${name}: drag, or use the arrow keys` })
  const count = await list.getByRole('listitem').count()
  await handle.focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText(`${name} is now number ${count - 1} of ${count}.`)).toBeAttached()
  await expect(handle).toBeFocused()
  const [from, to] = [await handle.boundingBox(), await list.getByRole('listitem').first().boundingBox()]
  await page.mouse.move(from!.x + 10, from!.y + 10)
  await page.mouse.down()
  const kept = page.waitForResponse('**/api/feedback-questions/reorder')
  // Released at once: the page has not shown the last move yet.
  await Promise.all([page.mouse.move(to!.x + 30, to!.y + 30), page.mouse.up()])
  await expect(page.getByText(`${name} is now number 1 of ${count}.`)).toBeAttached()
  await expect(page.getByRole('radiogroup').first()).toHaveAccessibleName(new RegExp(`^${name.replace('?', String.raw`\?`)}`))
  // Shown at once, and kept a moment later.
  expect((await kept).status()).toBe(200)
  await page.reload()
  await expect(list.getByRole('listitem').first()).toContainText(name)
  await page.getByRole('button', { name: new RegExp(`^Retire.*${name.slice(-13)}`) }).click()
  await expect(list.getByText(name)).toHaveCount(0)
  await page.getByText(/retired question/).click()
  await expect(page.getByRole('button', { name: new RegExp(`^Ask again.*${name.slice(-13)}`) })).toBeVisible()
  await expectAccessible(page, 'questions: ')
})

test('staff without the permission to read feedback see why', variant, async ({ page, signIn }) => {
  await signIn('frontDesk')
  await page.goto('/admin/feedbacks')
  await expect(page.getByText(/Your roles don’t include “Feedback List”/)).toBeVisible()
  await expectAccessible(page)
})

test(
  'a question that a colleague has changed meanwhile is not overwritten unseen',
  variant,
  async ({ page, signIn, baseURL, allowConsole }) => {
    allowConsole(/409/)
    const url = String(baseURL)
    const { token } = await logIn(url, 'administrator')
    const prompt = `Was it loud? ${ownNumber()}`
    const { body: made } = await send(url, 'POST', '/api/feedback-questions', { token, body: { type: 'mentor', widget: 'text', prompt } })
    await signIn('administrator')
    await page.goto('/admin/feedback-question/create?type=mentor')
    const edit = page.getByRole('button', { name: `Edit : ${prompt}` })
    await edit.click()
    const change = { prompt: `${prompt} Really?`, revision: (made as { revision: number }).revision }
    await send(url, 'PUT', `/api/feedback-questions/${String((made as { id: string }).id)}`, { token, body: change })
    await page.getByLabel('Required').check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Keep my changes' }).click()
    await expect(page.getByLabel('Question', { exact: true }).first()).toHaveValue(change.prompt)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved. The new wording is used from now on.')).toBeVisible()
    const { body } = await send(url, 'GET', '/api/feedback-questions?type=mentor', { token })
    expect((body as unknown as { data: { prompt: string; required: boolean }[] }).data).toContainEqual(
      expect.objectContaining({ prompt: change.prompt, required: true }),
    )
  },
)

test('a question whose answer was lost is not asked twice', variant, async ({ page, signIn, allowConsole }) => {
  allowConsole(/ERR_FAILED/)
  await signIn('administrator')
  const prompt = `Was it warm? ${ownNumber()}`
  let isLost = false
  await page.route('**/api/feedback-questions', async route => {
    if (route.request().method() !== 'POST' || isLost) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await page.goto('/admin/feedback-question/create?type=mentor')
  await page.getByRole('button', { name: 'Add a question' }).click()
  await page.getByLabel('Question', { exact: true }).first().fill(prompt)
  await page.getByRole('button', { name: 'Add the question' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByRole('button', { name: 'Add the question' }).click()
  await expect(page.getByText('Question added at the end.')).toBeVisible()
  await expect(page.getByRole('button', { name: `Edit : ${prompt}` })).toHaveCount(1)
})
