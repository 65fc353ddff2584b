import { freeTimesOf, publishedVersions, registerClient, send } from './client.ts'
import { planningOffer, planSession } from './schedules.ts'
import { expect } from './test.ts'

/** The number of a client nobody else has. */
export const anyNumber = () => 500_000 + Math.floor(Math.random() * 390_000)

/** A session of one hour on that day, booked out by a new client over the API. */
export async function bookOut(url: string, date: string) {
  const scheduleId = await planSession(url, date, { ends_at: `${date}T10:00` })
  const { supportType } = await planningOffer(url)
  const versions = await publishedVersions(url)
  const token = await registerClient(url, anyNumber(), versions)
  const time = (await freeTimesOf(url, supportType.id, date)).find(({ schedule_id }) => schedule_id === scheduleId)
  const { status, body } = await send(url, 'POST', '/api/appointments', { token, body: { ...time, accepted_version_ids: versions } })
  expect(status).toBe(201)
  return { supportType, cancel: () => send(url, 'POST', `/api/appointments/${body.id}/cancel`, { token }) }
}
