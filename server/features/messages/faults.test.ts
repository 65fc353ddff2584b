import { createServer, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openMailer, type Mailer } from '../../platform/mail/smtp.ts'
import { mintScope } from '../../platform/scope.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { openDatabaseProxy } from '../../testing/database-proxy.ts'
import { leaseMs, markSending, leaseDue } from './outbox-commands.ts'
import { cancelWithReason, moveTo, openOrganisation, type Organisation } from '../../testing/messages.ts'

let o: Organisation
/** A second server of the same organisation. */
let second: TestApp
beforeAll(async () => {
  o = await openOrganisation()
  second = await startTestApp({ databaseOf: o.app, now: o.app.clock.now().toISOString() })
})
afterAll(async () => {
  await second.close()
  await o.close()
})
beforeEach(async () => {
  o.mail.behave({})
  await sql`DELETE FROM outbox`.execute(o.db)
  setClock('2027-03-01T10:00:00Z')
})

const setClock = (instant: string) => [o.app, second].forEach(({ clock }) => clock.set(instant))
const advance = (ms: number) => [o.app, second].forEach(({ clock }) => clock.advance(ms))
const scopeNow = () => mintScope({ person: null, now: o.app.clock.now(), ip: null, userAgent: '', browser: false })
const minute = 60_000
const stateOf = async (user: { id: string }) => {
  const [{ state, why, attempts }] = (await o.of(user)) as [Awaited<ReturnType<Organisation['of']>>[number]]
  return [state, why, attempts]
}

describe('a mail server that fails', () => {
  it('refuses one address for good: that one has failed with its words, and the others go', async () => {
    const [bad, good] = [await o.book(), await o.book()]
    o.mail.behave({ refuse: address => (address === bad.user.email ? 550 : null) })
    await o.send()
    expect((await o.of(bad.user))[0]).toMatchObject({ state: 'failed', why: 'refused', error: expect.stringContaining('550') as string })
    expect(await stateOf(good.user)).toEqual(['sent', null, 1])
  })

  it('cannot take one address now: it is tried again, later each time, and never by way of the others', async () => {
    const [busy, good] = [await o.book(), await o.book()]
    o.mail.behave({ refuse: address => (address === busy.user.email ? 451 : null) })
    expect(await o.send()).toMatchObject({ count: 2, channelsDown: [] })
    expect([await stateOf(busy.user), await stateOf(good.user)]).toEqual([
      ['waiting', null, 1],
      ['sent', null, 1],
    ])
    expect(await o.send()).toMatchObject({ count: 0, channelsDown: [] })
    advance(1.3 * minute)
    expect((await o.send()).count).toBe(1)
    advance(1.3 * minute)
    expect((await o.send()).count).toBe(0)
    o.mail.behave({})
    advance(1.3 * minute)
    expect((await o.send()).count).toBe(1)
    expect(await stateOf(busy.user)).toEqual(['sent', null, 3])
  })

  it('is away: it is said, nothing is lost, and after a day of tries it has failed', async () => {
    const { user } = await o.book()
    const away = openMailer('smtp://127.0.0.1:1', { connectMs: 500, answerMs: 500 })
    expect(await o.send(away)).toMatchObject({ count: 1, channelsDown: ['email'] })
    expect((await o.of(user))[0]).toMatchObject({ state: 'waiting', error: expect.stringContaining('ECONNREFUSED') as string })
    advance(23 * 60 * minute)
    await o.send(away)
    expect(await stateOf(user)).toEqual(['waiting', null, 2])
    advance(61 * minute)
    await o.send(away)
    expect(await stateOf(user)).toEqual(['failed', 'gave_up', 3])
  })

  it('hangs without a greeting: it is given up after its time', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    const { user } = await o.book()
    const { port } = silent.address() as AddressInfo
    expect(await o.send(openMailer(`smtp://127.0.0.1:${port}`, { connectMs: 100, answerMs: 100 }))).toMatchObject({
      count: 1,
      channelsDown: ['email'],
    })
    expect(await stateOf(user)).toEqual(['waiting', null, 1])
    silent.close()
  })

  it('takes it and is cut off before it answers: sent once more under the same id and not a third time, and both are said', async () => {
    const { user } = await o.book()
    o.mail.behave({ onLetter: () => 'cut' })
    await o.send()
    expect(await stateOf(user)).toEqual(['waiting', 'answer_lost', 1])
    advance(2 * minute)
    await o.send()
    expect(await stateOf(user)).toEqual(['failed', 'answer_lost', 2])
    advance(60 * minute)
    expect((await o.send()).count).toBe(0)
    const letters = o.mail.to(user.email!)
    expect([letters.length, new Set(letters.map(({ messageId }) => messageId)).size]).toEqual([2, 1])
  })

  it('refuses the letter itself: failed; for now: again', async () => {
    const { user } = await o.book()
    o.mail.behave({ onLetter: () => 452 })
    await o.send()
    expect(await stateOf(user)).toEqual(['waiting', null, 1])
    o.mail.behave({ onLetter: () => 554 })
    advance(2 * minute)
    await o.send()
    expect(await stateOf(user)).toEqual(['failed', 'refused', 2])
  })
})

describe('several workers', () => {
  it('share due messages and send none twice', async () => {
    const users = []
    for (let i = 0; i < 20; i += 1) users.push((await o.book()).user)
    const rounds = await Promise.all([o.send(), o.send(undefined, second), o.send(), o.send(undefined, second)])
    expect(rounds.reduce((sum, { count }) => sum + count, 0)).toBe(20)
    expect(users.map(({ email }) => o.mail.to(email!).length)).toEqual(users.map(() => 1))
  })

  it('leave alone what another has in hand, and take it when its lease ends', async () => {
    const { user } = await o.book()
    expect(await leaseDue(o.db, scopeNow(), 10)).toHaveLength(1) // and is killed
    expect((await o.send(undefined, second)).count).toBe(0)
    advance(leaseMs - 1)
    expect((await o.send(undefined, second)).count).toBe(0)
    advance(1)
    expect((await o.send(undefined, second)).count).toBe(1)
    expect(await stateOf(user)).toEqual(['sent', null, 2])
  })

  it('know of one that was killed while it handed over that it may have gone out', async () => {
    const { user } = await o.book()
    const kept = { channel: 'email', recipient: 'x', subject: 'x', body: 'x', language: 'en', mentor_id: undefined } as const
    const [taken] = await leaseDue(o.db, scopeNow(), 10)
    expect(await markSending(o.db, scopeNow(), taken!, kept)).toBe(true)
    advance(leaseMs)
    await o.send(undefined, second)
    expect(await stateOf(user)).toEqual(['sent', 'answer_lost', 2])
    // The slow worker finds that it has lost the lease.
    expect(await markSending(o.db, scopeNow(), taken!, kept)).toBe(false)
    expect(o.mail.to(user.email!)).toHaveLength(1)
  })

  it('do not send what was lost twice', async () => {
    const { user } = await o.book()
    const kept = { channel: 'email', recipient: 'x', subject: 'x', body: 'x', language: 'en', mentor_id: undefined } as const
    for (const _ of [1, 2]) {
      const [taken] = await leaseDue(o.db, scopeNow(), 10)
      await markSending(o.db, scopeNow(), taken!, kept)
      advance(leaseMs)
    }
    expect((await o.send()).count).toBe(0)
    expect(await stateOf(user)).toEqual(['failed', 'answer_lost', 2])
  })

  it('hold no locks: bookings, moves and cancellations do not wait for a hanging delivery', async () => {
    const { user, appointment, slots } = await o.book()
    let moved = false
    const mailer: Mailer = {
      send: async () => {
        await moveTo(o, appointment.id, slots[1]!.id, '')
        moved = true
        return { outcome: 'sent', answer: '' }
      },
    }
    await o.send(mailer)
    expect([moved, await stateOf(user)]).toEqual([true, ['sent', null, 1]])
  })
})

describe('obsolete messages are dropped', () => {
  const all = async (user: { id: string }) =>
    (await o.of(user)).map(({ kind, state, why }) => [kind.replace('appointment_', ''), state, why])

  it('after a move and a cancellation', async () => {
    const moved = await o.book()
    await moveTo(o, moved.appointment.id, moved.slots[1]!.id, '')
    await moveTo(o, moved.appointment.id, moved.slots[2]!.id, '')
    const cancelled = await o.book()
    await cancelWithReason(o, cancelled.appointment.id, '')
    await o.send()
    expect(await all(moved.user)).toEqual([
      ['booked', 'dropped', 'superseded'],
      ['moved', 'dropped', 'superseded'],
      ['moved', 'sent', null],
    ])
    expect(await all(cancelled.user)).toEqual([
      ['booked', 'dropped', 'superseded'],
      ['cancelled', 'sent', null],
    ])
    expect(o.mail.to(moved.user.email!)[0]!.text).toContain('10:00 to 10:30')
  })

  it('but not for what the letter does not tell of, such as a payment', async () => {
    const { user, appointment } = await o.book()
    await sql`UPDATE appointments SET payment_status = 'paid', payment_at = now(), payment_by = ${o.staff.id}, changed_by = ${o.staff.id} WHERE id = ${appointment.id}`.execute(
      o.db,
    )
    await o.send()
    expect(await all(user)).toEqual([['booked', 'sent', null]])
  })

  it('after an outage: started and mistaken appointments, and erased people', async () => {
    const [past, wrong, gone] = [await o.book(), await o.book(), await o.book()]
    await sql`UPDATE appointments SET status = 'entered-in-error', changed_by = ${o.staff.id} WHERE id = ${wrong.appointment.id}`.execute(
      o.db,
    )
    await sql`UPDATE users SET erased_at = now() WHERE id = ${gone.user.id}`.execute(o.db)
    setClock(past.appointment.starts_at)
    await o.send()
    expect([await stateOf(past.user), await stateOf(wrong.user), await stateOf(gone.user)]).toEqual([
      ['dropped', 'past', 1],
      ['dropped', 'changed', 1],
      ['dropped', 'erased', 1],
    ])
  })
})

it('delays some kinds until the quiet hours end in the organisation’s zone, and sends the others at once', async () => {
  const user = await o.client()
  setClock('2027-03-27T22:30:00Z') // the night when the clock goes forward
  await sql`INSERT INTO outbox (kind, user_id) VALUES ('waiting_removed', ${user.id})`.execute(o.db)
  const { user: booked } = await o.book({}, { mentors: [o.mentors[1]] })
  await o.send()
  expect((await o.of(user))[0]).toMatchObject({ state: 'waiting', due_at: '2027-03-28T07:00:00Z', attempts: 0, tried_since: null })
  expect(await stateOf(booked)).toEqual(['sent', null, 1])
  setClock('2027-03-28T07:00:00Z')
  await o.send()
  expect(o.mail.to(user.email!).map(({ subject }) => subject)).toEqual(['You are no longer on the waiting list'])
})

it('keeps an unknown kind of a newer version unchanged, and reports it', async () => {
  const user = await o.client()
  await sql`INSERT INTO outbox (kind, user_id) VALUES ('of_tomorrow', ${user.id})`.execute(o.db)
  await o.send()
  expect(await stateOf(user)).toEqual(['unsendable', 'unknown_kind', 1])
})

it('in the demo, shows what would have gone out', async () => {
  const demo = await startTestApp({ databaseOf: o.app, now: o.app.clock.now().toISOString() })
  const [mailed, texted] = [await o.book(), await o.book({ email: null, channel: 'sms' })]
  await o.send(null, demo)
  expect((await o.of(mailed.user))[0]).toMatchObject({
    state: 'shown',
    channel: 'email',
    recipient: mailed.user.email,
    body: expect.stringContaining('Mary Mentor') as string,
  })
  expect((await o.of(texted.user))[0]).toMatchObject({ state: 'shown', channel: 'sms', recipient: texted.user.phone })
  await demo.close()
})

describe('a database that goes while a message is handed over', () => {
  it('is told what came of it when it is back: the message is not sent again', async () => {
    const proxy = await openDatabaseProxy(o.app.url)
    const third = await startTestApp({
      databaseOf: proxy,
      now: o.app.clock.now().toISOString(),
      env: { OPENHOUR_SMTP_URL: o.mail.url, OPENHOUR_MAIL_FROM: 'desk@larkfield.example' },
    })
    try {
      const { user } = await o.book()
      o.mail.behave({
        onLetter: () => {
          proxy.cut()
          return 'take'
        },
      })
      const sending = o.send(undefined, third)
      await expect.poll(() => proxy.refused(), { timeout: 10_000 }).toBeGreaterThan(1)
      proxy.heal()
      expect((await sending).count).toBe(1)
      expect(await stateOf(user)).toEqual(['sent', null, 1])
      advance(leaseMs)
      expect((await o.send()).count).toBe(0)
      expect(o.mail.to(user.email!)).toHaveLength(1)
    } finally {
      await third.close()
      await proxy.close()
    }
  })
})

// Last: its mentor has no bookable time afterwards.
it('keeps nothing of an erased client or mentor', async () => {
  const { user } = await o.book({ name: 'Wanda Unmistakable' })
  const other = await o.book()
  const waiting = await o.client()
  const { slots } = await o.plan({ from: '2027-06-01T09:00', to: '2027-06-01T10:00' })
  const [first] = slots.filter(({ mentor_id }) => mentor_id === o.mentors[0].id)
  const days = { from_date: '2027-06-01', to_date: '2027-06-01', support_type_id: o.supportType.id }
  const offer = { state: 'offered', offered_slot_id: first!.id, offer_ends_at: '2027-05-31T09:00:00Z' } as const
  const { id } = await o.db
    .insertInto('waiting_list')
    .values({ ...days, user_id: waiting.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await o.db.updateTable('waiting_list').set(offer).where('id', '=', id).execute()
  await o.send()
  expect((await o.of(waiting))[0]!.body).toContain('Mary Mentor')
  await sql`SELECT erase_person(${user.id}, ${o.staff.id})`.execute(o.db)
  expect((await o.of(user))[0]).toMatchObject({ state: 'sent', recipient: null, subject: null, body: null, detail: {} })
  expect((await o.of(other.user))[0]!.body).toContain('Mary Mentor')
  await sql`SELECT erase_person(${o.mentors[0].id}, ${o.staff.id})`.execute(o.db)
  expect((await o.of(other.user))[0]).toMatchObject({ recipient: other.user.email, subject: null, body: null })
  expect((await o.of(waiting))[0]).toMatchObject({ recipient: waiting.email, subject: null, body: null })
})
