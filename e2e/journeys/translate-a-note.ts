import { send } from '../support/client.ts'
import { ownNumber } from '../support/own-number.ts'
import { keepLogin, logIn } from '../support/people.ts'
import { bookForClient, planRunningSession } from '../support/running-session.ts'
import { expect, expectAccessible, rareOnPhones, test } from '../support/test.ts'

test(
  'staff translate the note of a session, and a client and a mentor read it in German',
  rareOnPhones,
  async ({ page, signIn, baseURL, browser, allowConsole }) => {
    const url = String(baseURL)
    const note = `Please ring bell ${ownNumber()}.`
    const { id, starts, mentor } = await planRunningSession(url, { note })
    const { client, booked } = await bookForClient(url, id, starts[2]!)
    expect((await send(url, 'PUT', '/api/my-profile', { token: client.token, body: { locale: 'de' } })).status).toBe(200)
    const context = await browser.newContext({ baseURL: url, viewport: { width: 320, height: 640 } })
    await context.addCookies([{ name: 'language', value: 'de', url }])
    const clientPage = await context.newPage()
    await keepLogin(clientPage, client)
    await clientPage.goto(`/?appointment=${booked.id}`)
    // The original, marked as such, on a page that is no wider than a small phone.
    await expect(clientPage.locator('p[lang="en"]', { hasText: note })).toBeVisible()
    expect(await clientPage.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await expectAccessible(clientPage)
    // Its mentor reads German too.
    expect((await send(url, 'PUT', '/api/my-profile', { token: mentor.token, body: { locale: 'de' } })).status).toBe(200)
    const mentorContext = await browser.newContext({ baseURL: url })
    await mentorContext.addCookies([{ name: 'language', value: 'de', url }])
    const mentorPage = await mentorContext.newPage()
    await keepLogin(mentorPage, mentor)
    await mentorPage.goto(`/mentor/appointment/${id}`)
    await expect(mentorPage.locator('span[lang="en"]', { hasText: note })).toBeVisible()

    await signIn('administrator')
    await page.goto('/admin/translations')
    const german = page.getByRole('region', { name: 'German' })
    await german.getByText('Not translated').click()
    await german.getByRole('link', { name: note }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Note for clients' })).toBeFocused()
    const card = page.getByRole('region', { name: 'Translations' })
    await card.getByRole('button', { name: /^German/ }).click()
    await card.getByLabel('Note for clients').filter({ visible: true }).fill('Bitte klingeln.')
    // Another translator is faster: their text is not overwritten unseen.
    allowConsole(/409 \(Conflict\).*\/api\/translations\//)
    const { token } = await logIn(url, 'administrator')
    const subject = new URL(page.url()).searchParams.get('edit')
    const texts = [{ field: 'note', text: 'Läuten.' }]
    expect((await send(url, 'PUT', `/api/translations/${subject}`, { token, body: { language: 'de', texts } })).status).toBe(200)
    await card.getByRole('button', { name: 'Save: German' }).click()
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Keep my changes' }).click()
    await expect(card.getByText(/^Your changes are kept/)).toBeVisible()
    await expect(card.getByLabel('Note for clients').filter({ visible: true })).toHaveValue('Bitte klingeln.')
    await card.getByRole('button', { name: 'Save: German' }).click()
    await expect(page.getByText('Translation saved: German')).toBeVisible()
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.getByRole('article').getByRole('link', { name: 'Translations' }).click()
    await expect(german.getByRole('link', { name: note })).toHaveCount(0)

    await clientPage.reload()
    await expect(clientPage.getByText('Bitte klingeln.')).toBeVisible()
    await mentorPage.reload()
    await expect(mentorPage.locator('span:not([lang])', { hasText: 'Bitte klingeln.' })).toBeVisible()
    await Promise.all([context.close(), mentorContext.close()])
  },
)
