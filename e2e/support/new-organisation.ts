import type { Login } from '#contract/people.ts'
import { send } from './client.ts'
import { dayAhead } from './schedules.ts'
import type { RunningProduct } from './start-product.ts'

// What an organisation has on its first day, in production: nothing but what is made here.

/** A password that production takes. */
export const goodPassword = 'seven purple kettles'

/** The link for the first administrator, which the server has printed. */
export async function readSetupLink({ logs }: RunningProduct): Promise<string> {
  const link = /http\S+\/setup#\S+/.exec((await logs()).server)?.[0]
  if (!link) throw new Error('the server has printed no set-up link')
  return link
}

/** Creates the first administrator, who logs in with that number or address. */
export async function createAdministrator(product: RunningProduct, address: { phone: string } | { email: string }): Promise<Login> {
  const setup_token = /#(?:token=)?(\S+)/.exec(await readSetupLink(product))?.[1]
  const body = { setup_token, name: 'Ada Admin', ...address, password: goodPassword }
  const answer = await send(product.url, 'POST', '/api/setup', { body })
  if (answer.status !== 201) throw new Error(`/api/setup: ${JSON.stringify(answer.body)}`)
  return answer.body as unknown as Login
}

/** Creates a thing over the API; answers its id. */
async function create({ url }: RunningProduct, token: string, path: string, body: object): Promise<string> {
  const answer = await send(url, 'POST', path, { token, body })
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
  return answer.body.id ?? ''
}

/** A role for mentors, without other rights. */
export const createMentorRole = (product: RunningProduct, token: string): Promise<string> =>
  create(product, token, '/api/roles', { name: 'Mentors', abilities: [], is_mentor: true })

/** A published session of a mentor, far enough ahead, with the support type and the place that it needs. */
export async function planFirstSession(product: RunningProduct, token: string, mentorId: string): Promise<void> {
  const type = { name: 'Counselling', colour: '#2f7d6d', slot_minutes: 30, price: { amount: 0, currency: 'GBP' } }
  const place = { name: 'Room 1', kind: 'in_person', address: '1 High Street', time_zone: 'Europe/London' }
  const day = dayAhead(7)
  const schedule = await create(product, token, '/api/schedules', {
    support_type_id: await create(product, token, '/api/support-types', type),
    place_id: await create(product, token, '/api/places', place),
    mentor_ids: [mentorId],
    slot_minutes: 30,
    starts_at: `${day}T10:00`,
    ends_at: `${day}T12:00`,
  })
  await create(product, token, `/api/schedules/${schedule}/publish`, {})
}
