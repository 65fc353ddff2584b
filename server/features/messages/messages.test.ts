import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAdmin } from '#database/factories.ts'
import { cancelWithReason, openOrganisation, type Organisation } from './test-messages.ts'

let o: Organisation
let token: string
beforeAll(async () => {
  o = await openOrganisation()
  token = await o.app.signIn(await makeAdmin(o.db, ['Appointment List', 'Appointment Edit']))
})
afterAll(() => o.close())

const list = async (query: Record<string, string | number> = {}) => (await o.app.request('GET /api/messages', { token, query })).body
const one = (id: string) => o.app.request('GET /api/messages/{id}', { token, params: { id } })
const resend = (id: string) => o.app.request('POST /api/messages/{id}/resend', { token, params: { id } })

it('shows what went out and what did not, finds by person and state, and sends again what staff wish, told in the log', async () => {
  const { user, appointment } = await o.book({ name: 'Zoë Quill' })
  const lost = await o.book({ email: null, channel: 'sms', name: 'Nora None' })
  await o.send()
  const found = await list({ search: 'quill' })
  expect(found).toMatchObject({
    data: [
      {
        kind: 'appointment_booked',
        state: 'sent',
        recipient: user.email,
        person: { name: 'Zoë Quill' },
        appointment: { id: appointment.id },
        can: { resend: true },
      },
    ],
    meta: { per_page: 20, next: null },
  })
  expect((await list({ state: 'not_reached' })).data).toMatchObject([
    { state: 'unsendable', why: 'no_gateway', person: { phone: lost.user.phone } },
  ])
  expect((await list({ appointment_id: appointment.id, state: 'failed' })).data).toEqual([])
  const first = await list({ per_page: 1 })
  const second = await list({ per_page: 1, after: first.meta.next })
  expect([first.data.length, second.data.length, second.meta.next]).toEqual([1, 1, null])
  const { id } = found.data[0] as { id: string }
  expect((await one(id)).body.text).toContain('Hello Zoë Quill,')
  const again = await resend(id)
  expect([again.status, again.body.state, again.body.resent_from]).toEqual([201, 'waiting', id])
  expect((await resend(id)).problem).toMatchObject({ status: 409, code: 'not_resendable' })
  expect((await resend(again.body.id)).problem.code).toBe('not_resendable')
  await o.send()
  const letters = o.mail.to(user.email!)
  expect([letters.length, new Set(letters.map(({ messageId }) => messageId)).size]).toEqual([2, 2])
  const { rows } = await sql`SELECT action, subject_id, person_id FROM audit WHERE subject = 'message'`.execute(o.db)
  expect(rows).toEqual([{ action: 'resent', subject_id: id, person_id: user.id }])
  // What is no longer so is not sent, also when it is asked for.
  await cancelWithReason(o, appointment.id, '')
  await o.send()
  const stale = await resend(id)
  await o.send()
  expect((await one(stale.body.id)).body).toMatchObject({ state: 'dropped', why: 'superseded' })
})

it('sends no code again', async () => {
  const user = await o.client()
  const { id } = await o.db
    .insertInto('outbox')
    .values({ kind: 'code', user_id: user.id, state: 'delivered' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await resend(id)).problem.code).toBe('not_resendable')
})
