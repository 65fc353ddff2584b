import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AbilityName } from '#contract/abilities.ts'
import { makeAdmin } from '#database/factories.ts'
import { openDesk, type Desk } from '../testing/desk.ts'

// What a holder of one ability must not learn through a call that this ability opens.

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())

const holderOf = async (...abilities: AbilityName[]) => desk.app.signIn(await makeAdmin(desk.app.db, abilities))

/** A client with an appointment, whose questions are private, and a place on the waiting list. */
async function meet() {
  const { slots } = await desk.plan()
  const { user, appointment } = await desk.book(slots[0]!.id, { questions: ['A private matter'] })
  const wanted = { support_type_id: desk.supportType.id, from_date: '2027-01-01', to_date: '2027-01-02' }
  await desk.app.db
    .insertInto('waiting_list')
    .values({ user_id: user.id, ...wanted })
    .execute()
  return { user, appointment, schedule_id: slots[0]!.schedule_id }
}

describe('a holder of User List alone', () => {
  it('does not read the appointments of a person, their questions or what they missed', async () => {
    const { user } = await meet()
    const read = async (token: string) => desk.app.request('GET /api/my-profile', { token, query: { profileId: user.id } })
    const { status, body } = await read(await holderOf('User List'))
    expect([status, body.user.id, body.appointments, body.missed_recently]).toEqual([200, user.id, null, null])
    expect(JSON.stringify(body)).not.toContain('A private matter')
    const seen = (await read(await holderOf('User List', 'Appointment List'))).body
    expect([seen.appointments.data[0].questions, seen.missed_recently]).toEqual([['A private matter'], 0])
  })

  it('does not read what a person waits for', async () => {
    const { user } = await meet()
    const read = async (token: string) =>
      (await desk.app.request('GET /api/users/{id}/record', { token, params: { id: user.id } })).body.waiting
    expect(await read(await holderOf('User List'))).toBe(null)
    expect(await read(await holderOf('User List', 'Appointment List'))).toMatchObject([{ from_date: '2027-01-01', state: 'waiting' }])
  })
})
