import { type Kysely, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'
import { waitForLocks } from './testing/wait-for-locks.ts'
import type { Database } from './types.ts'

const { db } = await openTestDatabase()

const [supportType, place] = [await makeSupportType(db), await makePlace(db)]
const now = '2027-02-20T08:00:00Z'

/** A session with `count` booked clients, one in each slot. */
async function makeBooked(count = 1) {
  const mentors = [await makeMentor(db)]
  const { slots } = await makeSchedule(db, { supportType, place, mentors, from: '2027-03-01T09:00', to: '2027-03-01T12:00' })
  const clients = await Promise.all(Array.from({ length: count }, () => makeUser(db)))
  return Promise.all(clients.map((client, index) => makeAppointment(db, slots[index]!.id, client.id)))
}

async function cancel(ids: readonly string[], { side = 'organisation', by = null as string | null, why = '', on = db } = {}) {
  const { rows } = await sql<{ id: string; user_id: string; status: string; status_before: string | null }>`
    SELECT * FROM cancel_appointments(${ids}::uuid[], ${side}, ${by}, ${why}, ${now})`.execute(on)
  return rows
}

const read = (id: string) => db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const taken = async (id: string) => (await db.selectFrom('slots').select('taken').where('id', '=', id).executeTakeFirstOrThrow()).taken

/** Starts `second` while the transaction of `first` is open, and commits `first` once `second` waits for it. */
async function race<Result>(first: (on: Kysely<Database>) => Promise<unknown>, second: () => Promise<Result>): Promise<Result> {
  const trx = await db.startTransaction().execute()
  await first(trx)
  const waiting = second()
  await waitForLocks(db)
  await trx.commit().execute()
  return waiting
}

it('cancels all that are named, frees their seats, tells the clients and records who and why', async () => {
  const staff = await makeUser(db)
  const [one, two, other] = await makeBooked(3)
  await db.updateTable('appointments').set({ status: 'arrived' }).where('id', '=', two!.id).execute()
  expect(await cancel([two!.id, one!.id], { by: staff.id, why: 'Ill.' })).toEqual([
    { id: one!.id, user_id: one!.user_id, status: 'booked', status_before: null, starts_at: one!.starts_at, place_id: place.id },
    { id: two!.id, user_id: two!.user_id, status: 'arrived', status_before: 'booked', starts_at: two!.starts_at, place_id: place.id },
  ])
  expect(await read(one!.id)).toMatchObject({
    status: 'cancelled',
    cancelled_by: 'organisation',
    cancelled_at: now,
    cancel_reason: 'Ill.',
    changed_by: staff.id,
  })
  expect(await Promise.all([one!, two!, other!].map(({ slot_id }) => taken(slot_id)))).toEqual([0, 0, 1])
  expect((await read(other!.id)).status).toBe('booked')
  const step = await db.selectFrom('audit').selectAll().where('subject_id', '=', one!.id).where('action', '=', 'cancelled').execute()
  expect(step).toMatchObject([{ actor_id: staff.id, reason: 'Ill.' }])
  const told = await db.selectFrom('outbox').select('user_id').where('kind', '=', 'appointment_cancelled').execute()
  expect(told.map(({ user_id }) => user_id).toSorted()).toEqual([one!.user_id, two!.user_id].toSorted())
})

it.each([['fulfilled'], ['noshow'], ['entered-in-error']] as const)('leaves a %s appointment as it is', async status => {
  const [one] = await makeBooked()
  await db.updateTable('appointments').set({ status }).where('id', '=', one!.id).execute()
  expect(await cancel([one!.id])).toEqual([])
  expect(await read(one!.id)).toMatchObject({ status, cancelled_by: null })
})

it('cancels once: the second of two at the same time changes nothing', async () => {
  const [one] = await makeBooked()
  const second = await race(
    on => cancel([one!.id], { side: 'client', why: 'No time.', on }),
    () => cancel([one!.id], { why: 'Ill.' }),
  )
  expect(second).toEqual([])
  expect(await read(one!.id)).toMatchObject({ cancelled_by: 'client', cancel_reason: 'No time.', revision: 2 })
  expect(await taken(one!.slot_id)).toBe(0)
})

it.each([['fulfilled'], ['noshow']] as const)('leaves an appointment that becomes %s while it waits', async status => {
  const [one, two] = await makeBooked(2)
  const cancelled = await race(
    on => on.updateTable('appointments').set({ status }).where('id', '=', one!.id).execute(),
    () => cancel([one!.id, two!.id]),
  )
  expect(cancelled.map(({ id }) => id)).toEqual([two!.id])
  expect((await read(one!.id)).status).toBe(status)
  expect(await taken(one!.slot_id)).toBe(1)
})

it('returns the state at the lock: a client who is checked in meanwhile is cancelled as arrived', async () => {
  const [one] = await makeBooked()
  const cancelled = await race(
    on => on.updateTable('appointments').set({ status: 'arrived' }).where('id', '=', one!.id).execute(),
    () => cancel([one!.id]),
  )
  expect(cancelled).toMatchObject([{ status: 'arrived', status_before: 'booked' }])
})

it('frees the present seat of an appointment that is moved meanwhile', async () => {
  const [one] = await makeBooked()
  const [there] = await makeBooked()
  await cancel([there!.id])
  const cancelled = await race(
    on => on.updateTable('appointments').set({ slot_id: there!.slot_id }).where('id', '=', one!.id).execute(),
    () => cancel([one!.id]),
  )
  expect(cancelled).toHaveLength(1)
  expect([await taken(one!.slot_id), await taken(there!.slot_id)]).toEqual([0, 0])
})

describe('Undo', () => {
  /** Restores appointments as `server/features/undo` does. */
  const restore = (before: readonly { id: string; [field: string]: string | null }[], by: string | null = null) =>
    db.transaction().execute(async trx => {
      await sql`SELECT set_config('openhour.undoing', ${crypto.randomUUID()}, true)`.execute(trx)
      const { rows } = await sql<{ restored: boolean }>`SELECT restore_appointments(${JSON.stringify(before)}, ${by}) AS restored`.execute(
        trx,
      )
      return rows[0]?.restored
    })

  it('gives cancelled appointments their seats and status back, and leaves what is not named', async () => {
    const staff = await makeUser(db)
    const [one, two] = await makeBooked(2)
    await cancel([one!.id, two!.id], { why: 'Ill.' })
    expect(await restore([{ id: one!.id, status: 'booked', status_before: null }], staff.id)).toBe(true)
    expect(await read(one!.id)).toMatchObject({
      ...one!,
      status: 'booked',
      status_before: null,
      cancelled_by: null,
      cancelled_at: null,
      cancel_reason: '',
      changed_by: staff.id,
      change_reason: '',
      revision: 3,
    })
    expect((await read(two!.id)).status).toBe('cancelled')
    expect(await Promise.all([one!, two!].map(({ slot_id }) => taken(slot_id)))).toEqual([1, 0])
  })

  it('moves appointments back one after the other, each to a seat that an earlier one left', async () => {
    const [one, two, other] = await makeBooked(3)
    await cancel([other!.id])
    for (const [id, slot_id] of [
      [two!.id, other!.slot_id],
      [one!.id, two!.slot_id],
    ] as const)
      await db.updateTable('appointments').set({ slot_id }).where('id', '=', id).execute()
    const before = [one!, two!].map(({ id, slot_id, room }) => ({ id, slot_id, room }))
    expect(await restore(before.toReversed())).toBe(false)
    expect(await restore(before)).toBe(true)
    expect(await Promise.all([one!.id, two!.id].map(read))).toMatchObject(before)
  })

  it('is impossible outside of Undo', async () => {
    const [one] = await makeBooked()
    await cancel([one!.id])
    const before = JSON.stringify([{ id: one!.id, status: 'booked' }])
    await expect(sql`SELECT restore_appointments(${before}, NULL)`.execute(db)).rejects.toThrow('stays as it is')
  })
})
