import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#database/factories.ts'
import { openDesk, type Desk } from './test-desk.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())

test('those who look at what they have at once are each shown their own, and nothing of anybody else', async () => {
  const { app } = desk
  const clients = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { slots } = await desk.plan()
      const { user, appointment } = await desk.book(slots[0]!.id, { status: 'fulfilled' })
      await app.db.insertInto('feedback').values({ type: 'client', appointment_id: appointment.id, author_id: user.id }).execute()
      return { token: await app.signIn(user), expected: [{ appointment: appointment.id, authors: [user.id] }] }
    }),
  )
  const newcomer = await makeUser(app.db)
  clients.push({ token: await app.signIn(newcomer), expected: [] })

  const shown = await Promise.all(
    clients.map(async ({ token }) => {
      const { body } = await app.request('GET /api/previous-history', { token })
      const list: { id: string; feedbacks: { author: { id: string } }[] }[] = body.appointments
      return list.map(({ id, feedbacks }) => ({ appointment: id, authors: feedbacks.map(({ author }) => author.id) }))
    }),
  )
  expect(shown).toEqual(clients.map(({ expected }) => expected))
})
