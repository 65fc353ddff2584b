import { send } from '../support/client.ts'
import { keepLogin, logIn } from '../support/people.ts'
import { bookForClient, planRunningSession } from '../support/running-session.ts'
import { dayAhead } from '../support/schedules.ts'
import { expect, expectAccessible, rareOnPhones, test } from '../support/test.ts'

/** The demo's online place, whose link has a room for each appointment. */
async function onlinePlace(url: string): Promise<string> {
  const { token } = await logIn(url, 'administrator')
  const { body } = await send(url, 'GET', '/api/schedules/create', { token })
  return (body as unknown as { places: { id: string; kind: string }[] }).places.find(({ kind }) => kind === 'online')!.id
}

test(
  'a client sees the meeting link only near the time, and the mentor opens the same room',
  rareOnPhones,
  async ({ page, baseURL, browser }, { project }) => {
    const url = baseURL ?? ''
    const place_id = await onlinePlace(url)
    const session = await planRunningSession(url, { place_id })
    const { booked, client } = await bookForClient(url, session.id, session.starts[1]!)
    await keepLogin(page, client)
    await page.goto(`/my/appointments/${booked.id}`)
    const open = page.getByRole('link', { name: /^Open the meeting with/ })
    await expect(open).toHaveAttribute('href', /^https:\/\/meet\.larkfield\.example\/[0-9a-f]{32}$/)
    await expectAccessible(page)
    const room = (await open.getAttribute('href')) ?? ''

    const mentors = await browser.newPage()
    await keepLogin(mentors, session.mentor)
    await mentors.goto(`/mentor/appointment/${session.id}`)
    await expect(mentors.getByRole('link', { name: /^Open the meeting with/ })).toHaveAttribute('href', room)
    await mentors.close()

    // Of a session far ahead only when the link will be there.
    const day = dayAhead(project.name === 'phone' ? 333 : 334)
    const far = await planRunningSession(url, { place_id, starts_at: `${day}T10:00`, ends_at: `${day}T11:00`, slot_minutes: 60 })
    const { body } = await send(url, 'GET', `/api/appointments?schedule_id=${far.id}`, { token: (await logIn(url, 'administrator')).token })
    const [slot] = (body as unknown as { slots: { starts_at: string }[] }).slots
    const later = await send(url, 'POST', '/api/appointments', {
      token: client.token,
      body: { schedule_id: far.id, starts_at: slot!.starts_at, accepted_version_ids: [] },
    })
    expect(later.status).toBe(201)
    await page.goto(`/my/appointments/${later.body.id}`)
    await expect(page.getByText(/^The link to join appears here from /)).toBeVisible()
    await expect(open).toHaveCount(0)
  },
)
