import { send } from './client.ts'
import { bookForClient, planRunningSession } from './running-session.ts'

/** A new client's session that took place: it began half an hour ago, and staff marked it as done. */
export async function holdSession(url: string) {
  const { id, starts } = await planRunningSession(url)
  const { booked, client, phone, staff } = await bookForClient(url, id, starts[0]!)
  const done = await send(url, 'POST', `/api/appointments/${booked.id}/status`, { token: staff, body: { status: 'fulfilled' } })
  if (done.status !== 200) throw new Error(`marking as done answered ${done.status}: ${JSON.stringify(done.body)}`)
  return { ...booked, phone, token: client.token, staff }
}
