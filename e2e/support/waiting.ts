import { freeTimesOf, publishedVersions, registerClient, send } from './client.ts'
import { ownNumber } from './own-number.ts'
import { planningOffer, planSession } from './schedules.ts'
import { expect } from './test.ts'

/** A session of one hour on that day, booked out by a new client over the API. */
export async function bookOut(url: string, date: string) {
  const scheduleId = await planSession(url, date, { ends_at: `${date}T10:00` })
  const { supportType } = await planningOffer(url)
  const versions = await publishedVersions(url)
  const token = await registerClient(url, ownNumber(), versions)
  const time = (await freeTimesOf(url, supportType.id, date)).find(({ schedule_id }) => schedule_id === scheduleId)
  const { status, body } = await send(url, 'POST', '/api/appointments', { token, body: { ...time, accepted_version_ids: versions } })
  expect(status).toBe(201)
  return { supportType, cancel: () => send(url, 'POST', `/api/appointments/${body.id}/cancel`, { token }) }
}
