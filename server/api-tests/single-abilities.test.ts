import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AbilityName } from '#contract/abilities.ts'
import { makeAdmin, makeContract, makeSupportType, makeUser } from '#database/factories.ts'
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
  it('does not read the words of a person’s appointments', async () => {
    const { user, appointment } = await meet()
    const cancel = { token: await desk.app.signIn(user), params: { id: appointment.id }, body: { reason: 'A private reason' } }
    expect((await desk.app.request('POST /api/appointments/{id}/cancel', cancel)).status).toBe(200)
    const read = async (token: string) => {
      const { status, body } = await desk.app.request('GET /api/my-profile', { token, query: { profileId: user.id } })
      const [{ questions, cancelled }] = body.appointments.data
      return [status, questions, cancelled.reason]
    }
    expect(await read(await holderOf('User List'))).toEqual([200, [], ''])
    expect(await read(await holderOf('User List', 'Appointment List'))).toEqual([200, ['A private matter'], 'A private reason'])
  })

  it('does not read what a person waits for', async () => {
    const { user } = await meet()
    const read = async (token: string) =>
      (await desk.app.request('GET /api/users/{id}/record', { token, params: { id: user.id } })).body.waiting
    expect(await read(await holderOf('User List'))).toBe(null)
    expect(await read(await holderOf('User List', 'Appointment List'))).toMatchObject([{ from_date: '2027-01-01', state: 'waiting' }])
  })
})

describe('a holder of Contract Edit alone', () => {
  it('does not learn who has an appointment, from dates or from their order', async () => {
    const { contract } = await makeContract(desk.app.db, { required_for: 'booking' })
    const name = (user: { id: string }, name: string) => desk.app.db.updateTable('users').set({ name }).where('id', '=', user.id).execute()
    await name(await makeUser(desk.app.db), 'Missing Anna')
    await name((await meet()).user, 'Missing Zoe')
    const read = async (token: string) => {
      const sent = { token, params: { id: contract.id }, query: { search: 'Missing' } }
      const { body } = await desk.app.request('GET /api/legally-binding-contract/{id}/missing', sent)
      return body.data.map((row: { name: string; next_appointment_at: string | null; next_appointment_zone: string | null }) => [
        row.name,
        row.next_appointment_at !== null,
        row.next_appointment_zone !== null,
      ])
    }
    expect(await read(await holderOf('Contract Edit'))).toEqual([
      ['Missing Anna', false, false],
      ['Missing Zoe', false, false],
    ])
    expect(await read(await holderOf('Contract Edit', 'Appointment List'))).toEqual([
      ['Missing Zoe', true, true],
      ['Missing Anna', false, false],
    ])
    const head = async (...abilities: AbilityName[]) => {
      const sent = { token: await holderOf('Contract Edit', 'User Export', ...abilities), params: { id: contract.id } }
      return String((await desk.app.request('GET /api/legally-binding-contract/{id}/missing/export', sent)).body).split('\r\n')[0]
    }
    expect(await head()).not.toContain('appointment')
    expect(await head('Appointment List')).toContain('appointment')
  })
})

describe('a holder of User Edit alone', () => {
  it('does not read a person’s appointments in the refusal to deactivate them', async () => {
    const { user, appointment } = await meet()
    const refused = async (...abilities: AbilityName[]) =>
      (
        await desk.app.request('POST /api/users/{id}/deactivate', {
          token: await holderOf(...abilities),
          params: { id: user.id },
          body: {},
        })
      ).problem
    const problem = await refused('User Edit')
    expect([problem.code, problem.booked]).toEqual(['has_bookings', undefined])
    expect((await refused('User Edit', 'Appointment List')).booked).toMatchObject([{ reference: appointment.reference }])
  })

  it('cancels no appointment by deactivating its client', async () => {
    const { user, appointment } = await meet()
    const deactivate = async (token: string, open_appointments: string) =>
      desk.app.request('POST /api/users/{id}/deactivate', { token, params: { id: user.id }, body: { open_appointments } })
    const statusNow = async () =>
      (await desk.app.db.selectFrom('appointments').select('status').where('id', '=', appointment.id).executeTakeFirstOrThrow()).status
    const token = await holderOf('User Edit')
    expect((await deactivate(token, 'cancel')).problem).toMatchObject({ status: 403, code: 'missing_ability' })
    expect(await statusNow()).toBe('booked')
    const several = { users: [{ id: user.id }], open_appointments: 'cancel' }
    const { body } = await desk.app.request('POST /api/users/deactivate', { token, body: several })
    expect([body.deactivated, body.skipped[0].code]).toEqual([[], 'missing_ability'])
    expect(await statusNow()).toBe('booked')
    expect((await deactivate(await holderOf('User Edit', 'Appointment Edit'), 'cancel')).status).toBe(200)
    expect(await statusNow()).toBe('cancelled')
  })

  it('takes over no record with confidential appointments by printing an invitation without a reason', async () => {
    const { slots } = await desk.plan({ supportType: await makeSupportType(desk.app.db, { confidential: true }) })
    const { user } = await desk.book(slots[0]!.id, { questions: ['A private matter'] })
    await desk.app.db.updateTable('users').set({ phone_verified_at: null }).where('id', '=', user.id).execute()
    const invite = async (token: string) =>
      desk.app.request('POST /api/invitations', { token, body: { user_id: user.id, channel: 'print', role_ids: [] } })
    const print = async (token: string, id: string) => desk.app.request('POST /api/invitations/links', { token, body: { ids: [id] } })
    const give = (token: string) =>
      desk.app.request('POST /api/record-access', { token, body: { user_id: user.id, reason: 'They wrote to us.' } })

    const token = await holderOf('User Edit')
    expect((await invite(token)).problem).toMatchObject({ status: 403, code: 'reason_required', user_id: user.id })
    await give(token)
    const { status, body } = await invite(token)
    expect(status).toBe(201)
    expect((await print(token, body.id)).status).toBe(200)
    // Nor does a colleague by printing it again.
    const colleague = await holderOf('User Edit')
    expect((await print(colleague, body.id)).problem.code).toBe('reason_required')
    await give(colleague)
    expect((await print(colleague, body.id)).status).toBe(200)
  })

  it('gives a record with confidential appointments no number or address of theirs without a reason', async () => {
    const { slots } = await desk.plan({ supportType: await makeSupportType(desk.app.db, { confidential: true }) })
    const { user } = await desk.book(slots[0]!.id, { questions: ['A private matter'] })
    const token = await holderOf('User Edit')
    const sent = { token, params: { id: user.id } }
    const change = (body: object) => desk.app.request('PUT /api/users/{id}', { ...sent, body })
    const ask = () => desk.app.request('POST /api/users/{id}/phone', { ...sent, body: { phone: '+447700900345' } })
    expect((await ask()).problem).toMatchObject({ status: 403, code: 'reason_required', user_id: user.id })
    await desk.app.db.updateTable('users').set({ phone: null, phone_verified_at: null }).where('id', '=', user.id).execute()
    expect((await change({ email: 'mine@example.org' })).problem.code).toBe('reason_required')
    expect((await change({ phone: '+447700900345' })).problem.code).toBe('reason_required')
    expect((await change({ note: 'Prefers mornings.' })).status).toBe(200)
    await desk.app.request('POST /api/record-access', { token, body: { user_id: user.id, reason: 'They have moved.' } })
    expect((await change({ email: 'theirs@example.org' })).status).toBe(200)
    expect((await ask()).status).toBe(200)
  })
})

describe('a holder of * who gave no reason', () => {
  it('merges no address of theirs into a record with confidential appointments', async () => {
    const { slots } = await desk.plan({ supportType: await makeSupportType(desk.app.db, { confidential: true }) })
    const { user } = await desk.book(slots[0]!.id, { questions: ['A private matter'] })
    const own = await makeUser(desk.app.db, { email: 'mine.too@example.org' })
    const token = await desk.app.signIn(await makeAdmin(desk.app.db, ['*']))
    const merge = () =>
      desk.app.request('POST /api/users/{id}/merge', { token, params: { id: user.id }, body: { other_id: own.id, take: ['email'] } })
    expect((await merge()).problem).toMatchObject({ status: 403, code: 'reason_required', user_id: user.id })
    await desk.app.request('POST /api/record-access', { token, body: { user_id: user.id, reason: 'Entered twice.' } })
    expect((await merge()).status).toBe(200)
  })
})

describe('a holder of Audit View alone', () => {
  it('does not read the words about an appointment of a confidential support type without a reason', async () => {
    const supportType = await makeSupportType(desk.app.db, { confidential: true })
    const { slots } = await desk.plan({ supportType })
    const { user, appointment } = await desk.book(slots[0]!.id)
    const cancel = { params: { id: appointment.id }, body: { reason: 'A private matter' } }
    expect((await desk.app.request('POST /api/appointments/{id}/cancel', { token: await desk.app.signIn(user), ...cancel })).status).toBe(
      200,
    )
    const read = async (token: string) => {
      const { status, body } = await desk.app.request('GET /api/audit', { token, query: { person_id: user.id, action: 'cancelled' } })
      return [status, body.data[0].reason]
    }
    expect(await read(await holderOf('Audit View'))).toEqual([200, ''])
    const clerk = await holderOf('Audit View', 'Appointment List')
    expect(await read(clerk)).toEqual([200, ''])
    await desk.app.request('POST /api/record-access', { token: clerk, body: { user_id: user.id, reason: 'They called.' } })
    expect(await read(clerk)).toEqual([200, 'A private matter'])
  })

  it('does not read phone numbers in the changes of a number', async () => {
    const { user } = await meet()
    const numbers = { before: { phone: '+447700900111' }, after: { phone: '+447700900222', fields: ['phone'] } }
    const entry = { action: 'changed', subject: 'user', subject_id: user.id, person_id: user.id } as const
    const json = { before: JSON.stringify(numbers.before), after: JSON.stringify(numbers.after) }
    await desk.app.db
      .insertInto('audit')
      .values({ ...entry, ...json })
      .execute()
    const read = async (token: string) => {
      const { body } = await desk.app.request('GET /api/audit', { token, query: { person_id: user.id, action: 'changed' } })
      return { before: body.data[0].before, after: body.data[0].after }
    }
    expect(await read(await holderOf('Audit View'))).toEqual({ before: { phone: '…' }, after: { phone: '…', fields: ['phone'] } })
    expect(await read(await holderOf('Audit View', 'User List'))).toEqual(numbers)
  })
})

describe('a search', () => {
  const contact = { email: 'very.secret@example.org', contact_name: 'Hidden Parent', contact_phone: '+447700900999' }

  /** How many hits each word has: of the name, the address, the contact's name and their number. */
  async function countHits(search: (word: string) => Promise<unknown[]>) {
    const { user } = await meet()
    await desk.app.db
      .updateTable('users')
      .set({ name: 'Wanda Wordsworth', ...contact })
      .where('id', '=', user.id)
      .execute()
    const message = { kind: 'waiting_removed', user_id: user.id, state: 'sent' } as const
    await desk.app.db.insertInto('outbox').values(message).execute()
    const hits = ['wordsworth', 'very.secret', 'hidden parent', '7700 900999'].map(async word => (await search(word)).length > 0)
    const found = await Promise.all(hits)
    const none = { name: 'Other', email: null, contact_name: null, contact_phone: null }
    await desk.app.db.updateTable('users').set(none).where('id', '=', user.id).execute()
    return found
  }

  it('of people who have not agreed reveals no address or contact', async () => {
    const { contract } = await makeContract(desk.app.db, { required_for: 'booking' })
    const searchAs = (token: string) => async (search: string) =>
      (await desk.app.request('GET /api/legally-binding-contract/{id}/missing', { token, params: { id: contract.id }, query: { search } }))
        .body.data
    expect(await countHits(searchAs(await holderOf('Contract Edit')))).toEqual([true, false, false, false])
    expect(await countHits(searchAs(await holderOf('Contract Edit', 'User List')))).toEqual([true, true, true, true])
  })

  it('of messages, which show addresses, reveals no contact', async () => {
    const searchAs = (token: string) => async (search: string) =>
      (await desk.app.request('GET /api/messages', { token, query: { search } })).body.data
    expect(await countHits(searchAs(await holderOf('Appointment List')))).toEqual([true, true, false, false])
    expect(await countHits(searchAs(await holderOf('Appointment List', 'User List')))).toEqual([true, true, true, true])
  })

  it('for people to give roles to reveals no contact', async () => {
    const searchAs = (token: string) => async (search: string) =>
      (await desk.app.request('GET /api/role-assign/create', { token, query: { search } })).body.people
    expect(await countHits(searchAs(await holderOf('RoleAssign Edit')))).toEqual([true, true, false, false])
    expect(await countHits(searchAs(await holderOf('RoleAssign Edit', 'User Edit')))).toEqual([true, true, true, true])
  })
})
