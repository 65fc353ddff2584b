import { publishedVersions, registerClient, send } from './client.ts'
import { ownNumber } from './own-number.ts'
import { logIn } from './people.ts'
import { dayAhead, planSession } from './schedules.ts'

interface Booked {
  id: string
  reference: string
  schedule_id: string
  starts_at: string
}

/** A new client's session that took place, on a day of its own: booked, and marked as done by staff. */
export async function holdSession(url: string, daysAhead: number) {
  const date = dayAhead(daysAhead)
  const schedule_id = await planSession(url, date, { status: 'published' })
  const versions = await publishedVersions(url)
  const number = ownNumber()
  const token = await registerClient(url, number, versions)
  const staff = (await logIn(url, 'administrator')).token
  const { body: form } = await send(url, 'GET', `/api/appointments/create?schedule_id=${schedule_id}`, { token: staff })
  const [slot] = (form as unknown as { slots: { starts_at: string }[] }).slots
  const wish = { schedule_id, starts_at: slot?.starts_at, accepted_version_ids: versions }
  const { status, body } = await send(url, 'POST', '/api/appointments', { token, body: wish })
  if (status !== 201) throw new Error(`booking answered ${status}: ${JSON.stringify(body)}`)
  const booked = body as unknown as Booked
  const done = await send(url, 'POST', `/api/appointments/${booked.id}/status`, { token: staff, body: { status: 'fulfilled' } })
  if (done.status !== 200) throw new Error(`marking as done answered ${done.status}: ${JSON.stringify(done.body)}`)
  return { ...booked, phone: `+447911${String(100_000 + number)}`, token, staff }
}
