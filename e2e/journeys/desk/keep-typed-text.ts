import type { Page } from '@playwright/test'
import { send } from '../../support/client.ts'
import { ownNumber } from '../../support/own-number.ts'
import { logIn } from '../../support/people.ts'
import { expect, test, variant } from '../../support/test.ts'

/** Does what would drop typed text, and stays. */
async function expectQuestion(page: Page, leave: () => Promise<unknown>) {
  await leave()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(question).toHaveCount(0)
}

const germanName = (page: Page) => page.getByRole('region', { name: 'Translations' }).getByLabel('Name').filter({ visible: true })

test('translations are not dropped by Save or Cancel of the form above them', variant, async ({ page, signIn, baseURL }) => {
  const { token } = await logIn(String(baseURL), 'administrator')
  const name = `Corner ${ownNumber()}`
  await send(String(baseURL), 'POST', '/api/places', {
    token,
    body: { name, kind: 'in_person', address: 'Here', time_zone: 'Europe/London' },
  })
  await signIn('administrator')
  for (const [list, edit] of [
    ['/admin/places', name],
    ['/admin/support-types', 'Debt'],
  ] as const) {
    await page.goto(list)
    await page
      .getByRole('link', { name: list.endsWith('places') ? `Edit ${edit}` : /^Edit / })
      .first()
      .click()
    await page
      .getByRole('region', { name: 'Translations' })
      .getByRole('button', { name: /^German/ })
      .click()
    await germanName(page).fill('Ecke')
    await expectQuestion(page, () => page.getByRole('button', { name: 'Cancel' }).click())
    await expectQuestion(page, () => page.getByRole('button', { name: 'Save', exact: true }).click())
    await expect(germanName(page)).toHaveValue('Ecke')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
    await expect(germanName(page)).toHaveCount(0)
  }
})

test('the words of a message are not dropped by another language or the way back', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/messages?view=sent&words=booked')
  await page.getByLabel('Subject').fill('Typed and not saved')
  await expectQuestion(page, () => page.getByLabel('Language of this text').selectOption('de'))
  await expectQuestion(page, () => page.getByRole('article').getByRole('link', { name: 'Notifications' }).click())
  await expect(page.getByLabel('Subject')).toHaveValue('Typed and not saved')
})

test('invitations are not dropped by the other form, nor the checked list by leaving', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/invitations?new=one')
  await page.getByLabel('Name', { exact: true }).fill('Ada')
  await expectQuestion(page, () => page.getByRole('link', { name: 'Invite several people' }).click())
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada')
  await page.goto('/admin/invitations?new=many')
  await page.getByRole('textbox', { name: 'People' }).fill('Ada, ada@example.org')
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(page.getByRole('list', { name: 'The checked list' })).toBeVisible()
  await expectQuestion(page, () => page.getByRole('link', { name: 'Invite a person' }).click())
  await page.getByRole('button', { name: 'Change the list' }).click()
  await expectQuestion(page, () => page.getByRole('link', { name: 'Cancel' }).click())
  await expect(page.getByRole('textbox', { name: 'People' })).toHaveValue('Ada, ada@example.org')
})

test('a feedback question is not dropped by another question or the other form', variant, async ({ page, signIn }) => {
  await signIn('administrator')
  await page.goto('/admin/feedback-question/create')
  const edit = page.getByRole('button', { name: /^Edit ?: / })
  await edit.first().click()
  await page.getByLabel('Question', { exact: true }).first().fill('Typed and not saved?')
  await expectQuestion(page, () => edit.last().click())
  await expectQuestion(page, () => page.getByRole('button', { name: 'Cancel' }).click())
  await expectQuestion(page, () => page.getByRole('button', { name: 'Mentors' }).click())
  await expect(page.getByLabel('Question', { exact: true }).first()).toHaveValue('Typed and not saved?')
  await edit.last().click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByLabel('Question', { exact: true }).first()).not.toHaveValue('Typed and not saved?')
})

test('a translation of a contract goes on to the draft that is saved above it', variant, async ({ page, signIn, baseURL }) => {
  const { token } = await logIn(String(baseURL), 'administrator')
  const key = `rules_${ownNumber()}`
  const body = { key, title: 'Rules', body: 'Be quiet.', language: 'en', required_for: null, publish: true }
  const { body: made } = await send(String(baseURL), 'POST', '/api/legally-binding-contract', { token, body })
  await signIn('administrator')
  await page.goto(`/admin/legally-binding-contract/${String((made as { id: string }).id)}?view=edit`)
  const card = page.getByRole('region', { name: 'Translations' })
  await card.getByRole('button', { name: /^German/ }).click()
  await card.getByLabel('Title').filter({ visible: true }).fill('Regeln')
  await page.getByLabel('Text', { exact: true }).first().fill('Be quieter.')
  await page.getByRole('button', { name: 'Save as draft of version 2' }).click()
  await expect(page.getByText('Draft saved. It is not public yet.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Put in force: German' })).toHaveCount(0)
  await expect(card.getByLabel('Title').filter({ visible: true })).toHaveValue('Regeln')
  await card.getByLabel('Text').filter({ visible: true }).fill('Seid leiser.')
  await card.getByRole('button', { name: 'Save: German' }).click()
  await expect(page.getByText('Translation saved: German')).toBeVisible()
})
