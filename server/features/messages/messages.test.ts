import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeAdmin } from '#database/factories.ts'
import { cancelWithReason, moveTo, openOrganisation, type Organisation } from '../../testing/messages.ts'

let o: Organisation
let token: string
beforeAll(async () => {
  o = await openOrganisation()
  token = await o.app.signIn(await makeAdmin(o.db, ['Appointment List', 'Appointment Edit']))
})
afterAll(() => o.close())
beforeEach(async () => {
  o.mail.behave({})
  await sql`DELETE FROM outbox`.execute(o.db)
})

const list = async (query: Record<string, string | number> = {}) => (await o.app.request('GET /api/messages', { token, query })).body
const one = (id: string) => o.app.request('GET /api/messages/{id}', { token, params: { id } })
const resend = (id: string, headers: Record<string, string> = {}) =>
  o.app.request('POST /api/messages/{id}/resend', { token, params: { id }, headers })
const note = (id: string, told: boolean) => o.app.request('POST /api/messages/{id}/told', { token, params: { id }, body: { told } })
const toPhone = async (query: Record<string, string | number> = {}) => (await list({ state: 'not_reached', ...query })).data
const names = (messages: readonly { person: { name: string } | null }[]) => messages.map(({ person }) => person?.name)

describe('the list', () => {
  it('shows what went out and what did not, by person, kind, state, channel and appointment', async () => {
    const { user, appointment } = await o.book({ name: 'Zoë Quill' })
    await o.book({ email: null, channel: 'sms', name: 'Nora None' })
    await o.send()
    await o.book({ name: 'Wim Waits' })
    expect((await list({ search: 'quill' })).data).toMatchObject([
      {
        kind: 'appointment_booked',
        state: 'sent',
        channel: 'email',
        recipient: user.email,
        person: { name: 'Zoë Quill', erased: false },
        appointment: { id: appointment.id, status: 'booked', starts_at: appointment.starts_at, time_zone: 'Europe/London' },
        to_phone: null,
        can: { resend: true },
      },
    ])
    expect(names((await list()).data)).toEqual(['Wim Waits', 'Nora None', 'Zoë Quill'])
    const found = async (query: Record<string, string>) => names((await list(query)).data)
    expect(await found({ state: 'unsendable' })).toEqual(['Nora None'])
    expect(await found({ state: 'waiting' })).toEqual(['Wim Waits'])
    expect(await found({ channel: 'email' })).toEqual(['Zoë Quill'])
    expect(await found({ channel: 'sms' })).toEqual([])
    expect(await found({ kind: 'appointment_booked', state: 'sent', channel: 'email' })).toEqual(['Zoë Quill'])
    expect(await found({ kind: 'reminder' })).toEqual([])
    expect(await found({ appointment_id: appointment.id })).toEqual(['Zoë Quill'])
    expect(await found({ appointment_id: appointment.id, state: 'failed' })).toEqual([])
    expect(await found({ search: 'none', state: 'unsendable' })).toEqual(['Nora None'])
    expect(await found({ search: 'none', state: 'sent' })).toEqual([])
    expect(await found({ search: user.email ?? '' })).toEqual(['Zoë Quill'])
    expect(await found({ search: 'no such person' })).toEqual([])
  })

  it('continues after the last row of a page, even if that row was deleted, and refuses an invalid cursor', async () => {
    for (const name of ['Ann', 'Ben', 'Cleo']) await o.book({ name })
    const first = await list({ per_page: 1 })
    await sql`DELETE FROM outbox WHERE id = ${first.data[0]?.id}`.execute(o.db)
    const second = await list({ per_page: 1, after: first.meta.next ?? '' })
    const third = await list({ per_page: 1, after: second.meta.next ?? '' })
    expect([first, second, third].flatMap(({ data }) => names(data))).toEqual(['Cleo', 'Ben', 'Ann'])
    expect(third.meta.next).toBeNull()
    const { status, problem } = await o.app.request('GET /api/messages', { token, query: { after: 'yesterday' } })
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([422, ['after']])
  })

  it('knows days by the clock of the organisation', async () => {
    await sql`UPDATE settings SET time_zone = 'Asia/Kathmandu'`.execute(o.db)
    const { user } = await o.book()
    const at = (instant: string) => sql`UPDATE outbox SET created_at = ${instant} WHERE user_id = ${user.id}`.execute(o.db)
    const count = async (from: string, to: string) => (await list({ from, to })).data.length
    await at('2027-02-28T18:14:59Z') // 23:59:59 in Kathmandu
    expect([await count('2027-02-28', '2027-02-28'), await count('2027-03-01', '2027-03-01')]).toEqual([1, 0])
    await at('2027-02-28T18:15:00Z')
    expect([await count('2027-02-28', '2027-02-28'), await count('2027-03-01', '2027-03-01')]).toEqual([0, 1])
    expect((await list()).meta.time_zone).toBe('Asia/Kathmandu')
    await sql`UPDATE settings SET time_zone = 'Europe/London'`.execute(o.db)
  })

  it('writes what the filters leave as CSV, without texts, to holders of User Export alone', async () => {
    const { user } = await o.book({ name: '=Zoë Quill' })
    await o.book({ name: 'Wim Waits' })
    await o.send()
    const reader = await o.app.signIn(await makeAdmin(o.db, ['Appointment List', 'User Export']))
    const exported = (query: Record<string, string>, as = reader) => o.app.request('GET /api/messages/export', { token: as, query })
    const lines = ((await exported({ search: 'quill' })).body as string).split('\r\n')
    expect(lines[0]).toBe('\ufeff"Created","Name","Type","State","Channel","Recipient","Appointment","Settled","Reason"')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`"'=Zoë Quill","Appointment booked","Sent","E-mail","${user.email}"`)
    expect((await exported({})).body as string).toContain('Wim Waits')
    expect((await exported({}, token)).status).toBe(403)
    expect((await exported({ from: 'soon' })).status).toBe(422)
    expect((await o.app.request('GET /api/messages/export')).status).toBe(401)
  })

  it('reports when a name matches more people than the search covers', async () => {
    await o.book({ name: 'Only Pemberton' })
    expect((await list({ search: 'pemberton' })).meta.others).toBe(false)
    for (let count = 0; count < 50; count += 1) await o.client({ name: `Pemberton ${count}` })
    expect((await list({ search: 'pemberton' })).meta.others).toBe(true)
  })
})

describe('people to phone', () => {
  it('lists people whom no message reached since, most urgent first, with a number', async () => {
    const early = await o.book({ name: 'Early', email: null, channel: 'sms' })
    const late = await o.book({ name: 'Late', email: 'late@nowhere.example' })
    await o.book({ name: 'Kim', email: null, phone: null, contact_name: 'Kim’s mother', contact_phone: '+447700900555' })
    await o.book({ name: 'Wants None', channel: 'none' })
    await o.book({ name: 'Reached' })
    o.mail.behave({ refuse: address => (address === 'late@nowhere.example' ? 550 : null) })
    await o.send()
    expect(await toPhone()).toMatchObject([
      { state: 'unsendable', why: 'no_gateway', to_phone: { name: 'Early', number: early.user.phone, by: early.appointment.starts_at } },
      { state: 'failed', why: 'refused', to_phone: { name: 'Late', number: late.user.phone, by: late.appointment.starts_at } },
      { state: 'unsendable', why: 'no_address', to_phone: { name: 'Kim’s mother', number: '+447700900555' } },
    ])
    expect(names(await toPhone({ search: 'lat' }))).toEqual(['Late'])
    const page = await list({ state: 'not_reached', per_page: 2 })
    expect(names(await toPhone({ after: page.meta.next ?? '' }))).toEqual(['Kim'])
    // A later message about the same appointment suffices, unless it failed too.
    o.mail.behave({})
    await moveTo(o, late.appointment.id, late.slots[1]?.id ?? '', 'Ill')
    expect(names(await toPhone())).toEqual(['Early', 'Kim'])
    await o.send()
    expect(names(await toPhone())).toEqual(['Early', 'Kim'])
    // After the start, it is too late to phone.
    await sql`UPDATE outbox SET phone_by = ${o.app.clock.now()} WHERE user_id = ${early.user.id}`.execute(o.db)
    expect(names(await toPhone())).toEqual(['Kim'])
  })

  it('lists people moved by others, also those without messages, but neither for their own changes nor for reminders', async () => {
    const moved = await o.book({ name: 'Moved', channel: 'none' })
    await o.send()
    expect(await toPhone()).toEqual([])
    await moveTo(o, moved.appointment.id, moved.slots[2]?.id ?? '', 'Ill')
    await o.send()
    expect(await toPhone()).toMatchObject([{ kind: 'appointment_moved', why: 'not_wanted', person: { name: 'Moved' } }])
    const { user, appointment } = await o.book({ name: 'Left', email: null, channel: 'sms' })
    await o.send()
    expect(names(await toPhone())).toEqual(['Moved', 'Left'])
    await sql`UPDATE appointments SET status = 'cancelled', cancelled_by = 'client', cancelled_at = now(), changed_by = ${user.id} WHERE id = ${appointment.id}`.execute(
      o.db,
    )
    await o.send()
    expect(names(await toPhone())).toEqual(['Moved'])
    await o.db.insertInto('outbox').values({ kind: 'reminder', user_id: user.id, state: 'unsendable', why: 'no_gateway' }).execute()
    expect(names(await toPhone())).toEqual(['Moved'])
  })

  it('removes people who were phoned, which can be undone and is audited', async () => {
    const { user } = await o.book({ email: null, channel: 'sms' })
    await o.send()
    const [{ id }] = (await toPhone()) as [{ id: string }]
    const { status, body } = await note(id, true)
    expect([status, body.told_at, body.to_phone]).toEqual([200, '2027-03-01T10:00:00Z', null])
    expect(await toPhone()).toEqual([])
    expect((await note(id, true)).status).toBe(200)
    expect((await note(id, false)).body).toMatchObject({ told_at: null, to_phone: { number: user.phone } })
    const { rows } = await sql`SELECT action, person_id FROM audit WHERE subject = 'message' AND subject_id = ${id} ORDER BY at`.execute(
      o.db,
    )
    expect(rows).toEqual([
      { action: 'told', person_id: user.id },
      { action: 'told_taken_back', person_id: user.id },
    ])
    const reached = await o.book()
    await o.send()
    expect((await note((await o.of(reached.user))[0]?.id ?? '', true)).problem).toMatchObject({ status: 409, code: 'not_to_phone' })
  })
})

describe('sending again', () => {
  it('creates a new message, decided again, once per key, and audited', async () => {
    const { user, appointment } = await o.book()
    await o.send()
    const [{ id }] = (await list()).data as [{ id: string }]
    expect((await one(id)).body.text).toContain('Hello Jo Client,')
    const again = await resend(id, { 'idempotency-key': 'once' })
    expect([again.status, again.body.state, again.body.resent_from]).toEqual([201, 'waiting', id])
    expect((await resend(id, { 'idempotency-key': 'once' })).body.id).toBe(again.body.id)
    expect((await resend(id)).problem).toMatchObject({ status: 409, code: 'message_under_way' })
    expect((await resend(again.body.id)).problem.code).toBe('message_under_way')
    expect((await one(id)).body.can.resend).toMatchObject({ code: 'message_under_way' })
    await o.send()
    const letters = o.mail.to(user.email!)
    expect([letters.length, new Set(letters.map(({ messageId }) => messageId)).size]).toEqual([2, 2])
    const { rows } =
      await sql`SELECT action, subject_id, person_id FROM audit WHERE subject = 'message' AND person_id = ${user.id}`.execute(o.db)
    expect(rows).toEqual([{ action: 'resent', subject_id: id, person_id: user.id }])
    // Obsolete messages are not sent, even on request.
    await cancelWithReason(o, appointment.id, '')
    await o.send()
    const stale = await resend(id)
    await o.send()
    expect((await one(stale.body.id)).body).toMatchObject({ state: 'dropped', why: 'superseded' })
  })

  it('several at once: previews what becomes of each, and sends each that can be sent', async () => {
    const { user, appointment } = await o.book()
    const { user: mute } = await o.book({ email: null, channel: 'sms' })
    const { user: over, appointment: ended } = await o.book()
    await o.send()
    await cancelWithReason(o, ended.id, '')
    const [sent, unsent] = [(await o.of(user))[0]!.id, (await o.of(mute))[0]!.id]
    const past = (await o.of(over)).find(({ kind }) => kind === 'appointment_booked')!.id
    const { id: code } = await o.db
      .insertInto('outbox')
      .values({ kind: 'code', user_id: user.id, state: 'delivered' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const missing = '01900000-0000-7000-8000-000000000000'
    const body = { message_ids: [sent, unsent, past, code, missing] }
    const preview = (input: object, by: string | undefined = token) =>
      o.app.request('POST /api/messages/resend/preview', { body: input, token: by })
    const send = (input: object, by: string | undefined = token, headers = {}) =>
      o.app.request('POST /api/messages/resend', { body: input, token: by, headers })
    expect((await preview(body)).body.messages).toMatchObject([
      { id: sent, problem: null, message: { channels: ['email'], why: null } },
      { id: unsent, problem: null, message: { channels: [], why: 'no_gateway' } },
      { id: past, problem: null, message: { channels: [], why: 'superseded' } },
      { id: code, problem: { code: 'not_resendable' }, message: null },
      { id: missing, problem: { code: 'not_found' }, message: null },
    ])
    expect((await one(sent)).body.can.resend).toBe(true)
    const key = { 'idempotency-key': 'several' }
    const done = await send({ message_ids: [sent, code, missing] }, token, key)
    expect([done.status, done.body.resent]).toEqual([200, [sent]])
    expect(done.body.skipped.map((each: { code: string }) => each.code)).toEqual(['not_resendable', 'not_found'])
    expect((await send({ message_ids: [sent, code, missing] }, token, key)).body).toEqual(done.body)
    expect((await send({ message_ids: [sent] })).body.skipped[0].code).toBe('message_under_way')
    await o.send()
    expect(o.mail.to(user.email!)).toHaveLength(2)
    expect(appointment.status).toBe('booked')

    const reader = await o.app.signIn(await makeAdmin(o.db, ['Appointment List']))
    for (const call of [preview, send]) {
      for (const message_ids of [[], [sent, sent], ['x'], Array.from({ length: 101 }, () => sent)])
        expect((await call({ message_ids })).status).toBe(422)
      expect((await call(body, reader)).status).toBe(403)
      expect((await call(body, '')).status).toBe(401)
    }
  })

  it('is refused with the key of another message', async () => {
    const [one, other] = [await o.book(), await o.book()]
    await o.send()
    const [ofOne, ofOther] = [(await o.of(one.user))[0], (await o.of(other.user))[0]]
    expect((await resend(ofOne?.id ?? '', { 'idempotency-key': 'shared' })).status).toBe(201)
    expect((await resend(ofOther?.id ?? '', { 'idempotency-key': 'shared' })).problem).toMatchObject({
      status: 409,
      code: 'idempotency_mismatch',
    })
  })

  it('is refused for a code and for an erased person', async () => {
    const user = await o.client()
    const code = { kind: 'code', user_id: user.id, state: 'delivered' } as const
    const { id } = await o.db.insertInto('outbox').values(code).returning('id').executeTakeFirstOrThrow()
    expect((await resend(id)).problem.code).toBe('not_resendable')
    const { user: gone } = await o.book()
    await o.send()
    await sql`SELECT erase_person(${gone.id}, ${o.staff.id})`.execute(o.db)
    const [message] = await o.of(gone)
    expect((await resend(message?.id ?? '')).problem.code).toBe('not_resendable')
    expect((await one(message?.id ?? '')).body).toMatchObject({ text: null, recipient: null, person: { erased: true } })
  })
})
