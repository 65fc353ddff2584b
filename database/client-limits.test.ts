import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AppointmentStatus } from '#domain/booking/status.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'

const { db } = await openTestDatabase()

const [supportType, place] = [await makeSupportType(db), await makePlace(db)]
const start = '2027-03-01T09:00:00Z'
const end = '2027-03-01T09:30:00Z'

let client: string
beforeEach(async () => {
  client = (await makeUser(db)).id
})

/** An appointment of the client from `start` to `end`. */
async function have(status: AppointmentStatus = 'booked', user = client) {
  const input = { supportType, place, mentors: [await makeMentor(db)], from: '2027-03-01T09:00', to: '2027-03-01T09:30' }
  const { slots } = await makeSchedule(db, input)
  const { id } = await makeAppointment(db, slots[0]!.id, user)
  if (status !== 'booked')
    await db
      .updateTable('appointments')
      .set({ status, ...(status === 'cancelled' && { cancelled_by: 'client' }) })
      .where('id', '=', id)
      .execute()
  return id
}

describe('client_standing', () => {
  const standing = async (at: string) =>
    (await sql<object>`SELECT missed, open FROM client_standing(${client}, ${at}, 90)`.execute(db)).rows[0]

  it('does not count a missed session before its start', async () => {
    await have('noshow')
    expect(await standing('2027-03-01T08:59:59.999999Z')).toEqual({ missed: 0, open: 0 })
    expect(await standing(start)).toEqual({ missed: 1, open: 0 })
  })

  it('does not count a missed appointment of a session that the organisation cancelled', async () => {
    const id = await have('noshow')
    await sql`UPDATE schedules SET status = 'cancelled' WHERE id = (SELECT schedule_id FROM appointments WHERE id = ${id})`.execute(db)
    expect(await standing(end)).toEqual({ missed: 0, open: 0 })
  })

  it('does not count an appointment that has begun as open', async () => {
    await have()
    expect(await standing('2027-03-01T08:59:59.999999Z')).toEqual({ missed: 0, open: 1 })
    expect(await standing(start)).toEqual({ missed: 0, open: 0 })
  })

  it.each(['cancelled', 'entered-in-error', 'arrived'] as const)('does not count a future appointment that is %s as open', async status => {
    await have(status)
    expect(await standing('2027-03-01T08:00:00Z')).toEqual({ missed: 0, open: 0 })
  })

  it.each([
    ['noshow', end, 1, 2, [true, false]],
    ['noshow', end, 2, 1, [false, false]],
    ['booked', '2027-03-01T08:00:00Z', 2, 1, [false, true]],
    ['booked', '2027-03-01T08:00:00Z', 1, 2, [false, false]],
  ] as const)('finds one %s at %s too many where the limits are %i and %i: %j', async (status, at, missedLimit, maxOpen, expected) => {
    await have(status)
    const { rows } = await sql<{ too_many_missed: boolean; too_many_open: boolean }>`
      SELECT * FROM client_standing(${client}, ${at}, 90, ${missedLimit}, ${maxOpen})`.execute(db)
    expect(rows.map(row => [row.too_many_missed, row.too_many_open])).toEqual([expected])
  })
})

describe('is_busy', () => {
  const busy = async (since: string, until: string) =>
    (await sql<{ busy: boolean }>`SELECT is_busy(${client}, ${since}, ${until}) AS busy`.execute(db)).rows[0]!.busy

  it('does not keep a client from the time right before or right after an appointment', async () => {
    await have()
    expect(await busy('2027-03-01T08:30:00Z', start)).toBe(false)
    expect(await busy(end, '2027-03-01T10:00:00Z')).toBe(false)
  })

  it('keeps a client from a time that overlaps by a moment', async () => {
    await have()
    expect(await busy('2027-03-01T08:30:00Z', '2027-03-01T09:00:00.000001Z')).toBe(true)
    expect(await busy('2027-03-01T09:29:59.999999Z', '2027-03-01T10:00:00Z')).toBe(true)
  })

  it('does not keep a client from the time of a cancelled appointment, nor of another client’s', async () => {
    await have('cancelled')
    await have('booked', (await makeUser(db)).id)
    expect(await busy(start, end)).toBe(false)
  })
})
