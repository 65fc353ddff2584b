import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePlace, makeSupportType } from '#database/factories.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { availabilityOf, type ScheduleFacts } from '../../testing/availability-oracle.ts'
import { mintScope } from '../../platform/scope.ts'
import { scheduleQuery } from './queries.ts'

let app: TestApp
beforeAll(async () => void (app = await startTestApp()))
afterAll(() => app.close())

const now = Temporal.Instant.from('2026-11-20T09:00:00Z')
const scope = mintScope({ person: null, now: new Date(now.epochMilliseconds), ip: null, userAgent: '', browser: false })

/**
 * Minutes from now with the boundaries: now, a moment before and after, and the end of the notice
 * period.
 */
const anyMinute = (notice: number) =>
  fc.oneof(fc.constantFrom(0, 1, -1, notice, notice - 1, notice + 1), fc.integer({ min: -600, max: 600 }))
const anySchedule = (notice: number) =>
  fc.record({
    status: fc.constantFrom('draft' as const, 'published' as const, 'published' as const, 'published' as const, 'cancelled' as const),
    ends: fc.oneof(fc.constantFrom(0, 1, -1), fc.integer({ min: -60, max: 900 })),
    opens: fc.oneof(fc.constant(null), fc.constant(null), anyMinute(notice)),
    slots: fc.uniqueArray(
      fc.record({
        start: anyMinute(notice),
        seats: fc.integer({ min: 1, max: 3 }),
        used: fc.nat(3),
        held: fc.nat(1),
        live: fc.constantFrom(true, true, false),
      }),
      { maxLength: 5, selector: slot => slot.start },
    ),
  })
type Generated = ReturnType<typeof anySchedule> extends fc.Arbitrary<infer Value> ? Value : never

it.each([0, 1, 120])('in SQL equals the oracle for every schedule, with %i minutes of notice', async notice => {
  const [supportType, place] = [await makeSupportType(app.db), await makePlace(app.db)]
  const generated = fc.sample(anySchedule(notice), { numRuns: 400, seed: notice })
  const expected = await insertAll(generated, supportType.id, place.id, notice)
  const rows = await scheduleQuery(app.db, scope, notice).where('schedules.place_id', '=', place.id).execute()
  expect(new Map(rows.map(row => [row.id, row.availability]))).toEqual(expected)
  expect(new Set(expected.values())).toEqual(new Set(['available', 'full', 'closed', 'past']))
})

const at = (minutes: number) => now.add({ minutes })

/** Stores all schedules with three statements. Returns the domain's availability of each by id. */
async function insertAll(generated: Generated[], support_type_id: string, place_id: string, notice: number): Promise<Map<string, string>> {
  const mentors = await app.db
    .insertInto('users')
    .values(generated.map((_, index) => ({ name: `Mentor ${index}`, phone: `+447${700_000_000 + notice * 1000 + index}` })))
    .returning('id')
    .execute()
  const role = { name: `Mentor ${notice}`, abilities: [], opens_admin: false, is_mentor: true }
  const { id: role_id } = await app.db.insertInto('roles').values(role).returning('id').executeTakeFirstOrThrow()
  await app.db
    .insertInto('role_assignments')
    .values(mentors.map(({ id }) => ({ user_id: id, role_id })))
    .execute()
  const schedules = await app.db
    .insertInto('schedules')
    .values(
      generated.map(({ status, ends, opens }) => ({
        support_type_id,
        place_id,
        status,
        local_starts: '2026-11-20T00:00',
        local_ends: '2026-11-20T23:00',
        starts_at: at(-2000).toString(),
        ends_at: at(ends).toString(),
        booking_opens_at: opens === null ? null : at(opens).toString(),
        slot_minutes: 30,
      })),
    )
    .returning('id')
    .execute()
  const stored = generated.map((schedule, index) => {
    const id = schedules[index]!.id
    return { id, schedule, slots: slotsOf(schedule, id, mentors[index]!.id) }
  })
  await app.db
    .insertInto('slots')
    .values(stored.flatMap(({ slots }) => slots))
    .execute()
  return new Map(stored.map(({ id, schedule, slots }) => [id, availabilityOf(factsOf(schedule, slots), now, notice)]))
}

function slotsOf({ slots }: Generated, schedule_id: string, mentor_id: string) {
  return slots.map(({ start, seats, used, held, live }, roster) => {
    const taken = live ? Math.min(used, seats) : 0
    return {
      schedule_id,
      mentor_id,
      roster,
      // Shorter than a minute, so that none overlaps the next.
      starts_at: at(start).toString(),
      ends_at: at(start).add({ seconds: 30 }).toString(),
      seats,
      taken,
      held: live ? Math.min(held, seats - taken) : 0,
      first_serial: 1,
      live,
    }
  })
}

const factsOf = ({ status, ends, opens }: Generated, slots: ReturnType<typeof slotsOf>): ScheduleFacts => ({
  status,
  ends_at: at(ends),
  booking_opens_at: opens === null ? null : at(opens),
  slots: slots
    .filter(({ live }) => live)
    .map(({ starts_at, seats, taken, held }) => ({ starts_at: Temporal.Instant.from(starts_at), free: seats - taken - held })),
})
