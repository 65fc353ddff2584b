import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTestDatabase } from '../server/testing/database.ts'
import { listenTo } from '../server/testing/notifications.ts'
import { giveRole, makeAppointment, makeMentor, makePlace, makeSchedule, makeSupportType, makeUser } from './factories.ts'
import { waitForLocks } from './testing/wait-for-locks.ts'

const { db, url } = await openTestDatabase()

/** A session of two mentors on 24 November, 09:00 to 10:00, in half hours, at a place of its own. */
async function morning(zone = 'Europe/London', [from, to] = ['2026-11-24T09:00', '2026-11-24T10:00']) {
  const [supportType, place] = [await makeSupportType(db), await makePlace(db, { time_zone: zone })]
  const mentors = [await makeMentor(db), await makeMentor(db)]
  const { schedule, slots } = await makeSchedule(db, { supportType, place, mentors, from, to })
  const blocked = async () => {
    const rows = await db.selectFrom('slots').select(['id', 'blocked']).where('schedule_id', '=', schedule.id).execute()
    return slots.map(({ id }) => rows.find(row => row.id === id)!.blocked)
  }
  return { supportType, place, mentors, schedule, slots, blocked }
}
const away = (mentor_id: string, starts_at: string, ends_at: string, on = db) =>
  on.insertInto('time_off').values({ mentor_id, starts_at, ends_at }).returning('id').executeTakeFirstOrThrow()
const close = (place_id: string, date: string, on = db) => on.insertInto('closed_days').values({ place_id, date }).execute()
const connectCalendar = (mentor_id: string) => {
  const address = Buffer.concat([Buffer.from('osk1'), Buffer.alloc(40)])
  return db
    .insertInto('busy_calendars')
    .values({ mentor_id, address, added_at: '2026-11-01T00:00:00Z', due_at: '2026-11-01T00:00:00Z' })
    .execute()
}
/** Enters busy times of mentors on 24 November in one statement. */
const busy = (times: [mentor: string, from: string, to: string][], on = db) =>
  on
    .insertInto('busy_times')
    .values(times.map(([mentor_id, from, to]) => ({ mentor_id, starts_at: `2026-11-24T${from}:00Z`, ends_at: `2026-11-24T${to}:00Z` })))
    .execute()
/** Acts as undoing an action does. */
const undoing = (act: (trx: typeof db) => Promise<unknown>) =>
  db.transaction().execute(async trx => {
    await sql`SELECT set_config('openhour.undoing', ${crypto.randomUUID()}, true)`.execute(trx)
    await act(trx)
  })

it('blocks a mentor’s slots during time off, and frees them when it is changed or removed', async () => {
  const { mentors, blocked } = await morning()
  const { id } = await away(mentors[0]!.id, '2026-11-24T09:15:00Z', '2026-11-24T09:30:00Z')
  expect(await blocked()).toEqual(['mentor_away', null, null, null])
  await db
    .updateTable('time_off')
    .set({ starts_at: '2026-11-24T09:30:00Z', ends_at: '2026-11-24T09:31:00Z' })
    .where('id', '=', id)
    .execute()
  expect(await blocked()).toEqual([null, null, 'mentor_away', null])
  await db.updateTable('time_off').set({ mentor_id: mentors[1]!.id }).where('id', '=', id).execute()
  expect(await blocked()).toEqual([null, null, null, 'mentor_away'])
  await db.deleteFrom('time_off').where('id', '=', id).execute()
  expect(await blocked()).toEqual([null, null, null, null])
})

it('blocks a place’s slots on its own local date, whatever date that is in UTC', async () => {
  const { place, blocked } = await morning('Asia/Kathmandu', ['2026-11-24T23:00', '2026-11-25T00:00'])
  await db.insertInto('closed_days').values({ place_id: place.id, date: '2026-11-25' }).execute()
  expect(await blocked()).toEqual([null, null, null, null])
  await db.insertInto('closed_days').values({ place_id: place.id, date: '2026-11-24' }).execute()
  expect(await blocked()).toEqual(Array(4).fill('closed_day'))
  await expect(db.updateTable('closed_days').set({ date: '2026-11-26' }).where('place_id', '=', place.id).execute()).rejects.toMatchObject({
    constraint: 'closed_days_reject_change',
  })
  await db.deleteFrom('closed_days').where('place_id', '=', place.id).execute()
  expect(await blocked()).toEqual([null, null, null, null])
})

it('blocks slots that are planned into an absence, and follows a session to another place and a place to another zone', async () => {
  const { supportType, place, mentors } = await morning()
  await db.insertInto('closed_days').values({ place_id: place.id, date: '2026-12-01' }).execute()
  const planned = await makeSchedule(db, { supportType, place, mentors: [mentors[0]!], from: '2026-12-01T23:30', to: '2026-12-02T00:00' })
  const state = async () =>
    (await db.selectFrom('slots').select('blocked').where('schedule_id', '=', planned.schedule.id).executeTakeFirstOrThrow()).blocked
  expect(await state()).toBe('closed_day')
  await db.updateTable('places').set({ time_zone: 'Europe/Paris' }).where('id', '=', place.id).execute() // now half past midnight
  expect(await state()).toBe(null)
  await db.updateTable('places').set({ time_zone: 'Europe/London' }).where('id', '=', place.id).execute()
  expect(await state()).toBe('closed_day')
  const elsewhere = await makePlace(db)
  await db.updateTable('schedules').set({ place_id: elsewhere.id }).where('id', '=', planned.schedule.id).execute()
  expect(await state()).toBe(null)
})

it('gives away no seat of a blocked slot on any path, and keeps its appointments', async () => {
  const { supportType, mentors, slots, schedule } = await morning()
  const [booked, waiting] = [await makeUser(db), await makeUser(db)]
  const appointment = await makeAppointment(db, slots[0]!.id, booked.id)
  await away(mentors[0]!.id, '2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z')
  const stands = await db.selectFrom('appointments').selectAll().where('id', '=', appointment.id).executeTakeFirstOrThrow()
  expect([stands.status, stands.slot_id, stands.revision]).toEqual(['booked', slots[0]!.id, appointment.revision])
  await expect(makeAppointment(db, slots[2]!.id, waiting.id)).rejects.toThrow('no result')
  await db
    .insertInto('waiting_list')
    .values({
      user_id: waiting.id,
      support_type_id: supportType.id,
      from_date: '2026-11-24',
      to_date: '2026-11-24',
      state: 'offered',
      offered_slot_id: slots[2]!.id,
      offer_ends_at: '2026-11-24T08:00:00Z',
    })
    .execute()
  expect(await db.selectFrom('waiting_list').select('id').where('user_id', '=', waiting.id).execute()).toEqual([])
  const why = async (mentor: string | null, staff: boolean) =>
    (
      await sql<{ obstacle: string | null }>`
        SELECT obstacle FROM choose_slot(${schedule.id}, ${slots[2]!.starts_at}, ${mentor}, ${staff}, false, '2026-11-20T09:00:00Z')`.execute(
        db,
      )
    ).rows[0]
  for (const staff of [true, false]) expect(await why(mentors[0]!.id, staff)).toEqual({ obstacle: 'mentor_away' })
  expect(await why(null, true)).toEqual({ obstacle: null })
  // Going through its life and giving its seat back need no free seat.
  for (const status of ['arrived', 'fulfilled', 'arrived', 'booked'] as const)
    await db.updateTable('appointments').set({ status }).where('id', '=', appointment.id).execute()
  await db.updateTable('appointments').set({ status: 'cancelled', cancelled_by: 'organisation' }).where('id', '=', appointment.id).execute()
  expect((await db.selectFrom('slots').select('taken').where('id', '=', slots[0]!.id).executeTakeFirstOrThrow()).taken).toBe(0)
})

it('withdraws a private offer when its slot is blocked', async () => {
  const { supportType, mentors, slots } = await morning()
  const waiting = await makeUser(db)
  await db
    .insertInto('waiting_list')
    .values({
      user_id: waiting.id,
      support_type_id: supportType.id,
      from_date: '2026-11-24',
      to_date: '2026-11-24',
      state: 'offered',
      offered_slot_id: slots[1]!.id,
      offer_ends_at: '2026-11-24T08:00:00Z',
    })
    .execute()
  await away(mentors[1]!.id, '2026-11-24T00:00:00Z', '2026-11-25T00:00:00Z')
  const row = await db
    .selectFrom('waiting_list')
    .select(['state', 'offered_slot_id'])
    .where('user_id', '=', waiting.id)
    .executeTakeFirstOrThrow()
  expect(row).toEqual({ state: 'waiting', offered_slot_id: null })
  expect((await db.selectFrom('slots').select('held').where('id', '=', slots[1]!.id).executeTakeFirstOrThrow()).held).toBe(0)
})

it('blocks the slots when slots and an absence are written concurrently', async () => {
  const { supportType, place } = await morning()
  const mentor = await makeMentor(db)
  let absences: Promise<unknown>[] = []
  const { schedule } = await db.transaction().execute(async trx => {
    const planned = await makeSchedule(trx, { supportType, place, mentors: [mentor], from: '2026-12-08T09:00', to: '2026-12-08T10:00' })
    absences = [away(mentor.id, '2026-12-08T09:00:00Z', '2026-12-08T09:30:00Z'), close(place.id, '2026-12-08')]
    await waitForLocks(db, 2)
    return planned
  })
  await Promise.all(absences)
  const rows = await db.selectFrom('slots').select('blocked').where('schedule_id', '=', schedule.id).execute()
  expect(rows.map(({ blocked }) => blocked)).not.toContain(null)
})

it('blocks a mentor’s slots at busy times of a calendar, planned before or after, and frees them', async () => {
  const { supportType, place, mentors, blocked } = await morning()
  const [mentor, other] = mentors
  for (const { id } of [mentor!, other!]) await connectCalendar(id)
  await busy([
    [mentor!.id, '09:15', '09:30'],
    [other!.id, '09:30', '09:31'],
    [other!.id, '10:00', '11:30'],
  ])
  expect(await blocked()).toEqual(['mentor_away', null, null, 'mentor_away'])
  const { schedule } = await makeSchedule(db, { supportType, place, mentors, from: '2026-11-24T11:00', to: '2026-11-24T12:00' })
  const later = await db.selectFrom('slots').select(['mentor_id', 'blocked']).where('schedule_id', '=', schedule.id).execute()
  expect(later.filter(slot => slot.blocked)).toEqual([{ mentor_id: other!.id, blocked: 'mentor_away' }])
  const change = db.updateTable('busy_times').set({ ends_at: '2026-11-24T09:45:00Z' }).where('mentor_id', '=', mentor!.id).execute()
  await expect(change).rejects.toMatchObject({ constraint: 'busy_times_reject_change' })
  await db.deleteFrom('busy_times').where('mentor_id', '=', mentor!.id).execute()
  expect(await blocked()).toEqual([null, null, null, 'mentor_away'])
})

it('deletes the calendar of a mentor who is deactivated, and keeps every other calendar', async () => {
  const { mentors, blocked } = await morning()
  const [mentor, other] = mentors
  for (const { id } of [mentor!, other!]) await connectCalendar(id)
  await busy([
    [mentor!.id, '09:00', '09:30'],
    [other!.id, '09:00', '09:30'],
  ])
  const calendars = () => db.selectFrom('busy_calendars').select('mentor_id').where('mentor_id', 'in', [mentor!.id, other!.id]).execute()
  const setActive = (active: boolean) => db.updateTable('users').set({ active }).where('id', '=', mentor!.id).execute()
  await setActive(true)
  expect(await calendars()).toHaveLength(2)
  await setActive(false)
  expect(await calendars()).toEqual([{ mentor_id: other!.id }])
  const [gone, away, , free] = await blocked()
  expect([gone, away, free]).toEqual(['mentor_away', 'mentor_away', null])
})

describe('a mentor who has left', () => {
  // Ahead also of the database's own clock.
  const planned = () => morning('Europe/London', ['2099-11-24T09:00', '2099-11-24T10:00'])
  const ofFirst = ['mentor_away', null, 'mentor_away', null]
  const rolesOf = (id: string) => db.selectFrom('role_assignments').select('role_id').where('user_id', '=', id).execute()

  it('has no seat to book, also in a slot with an appointment, until they are active again', async () => {
    const { mentors, slots, blocked } = await planned()
    const id = mentors[0]!.id
    const setActive = (active: boolean) => db.updateTable('users').set({ active }).where('id', '=', id).execute()
    await makeAppointment(db, slots[0]!.id, (await makeUser(db)).id)
    await setActive(false)
    expect(await blocked()).toEqual(ofFirst)
    await setActive(true)
    expect(await blocked()).toEqual([null, null, null, null])
  })

  it('is one whose role was taken, and not one who gets another role for it at the same time', async () => {
    const { mentors, blocked } = await planned()
    const id = mentors[0]!.id
    const [role] = await rolesOf(id)
    const take = (on: typeof db) => on.deleteFrom('role_assignments').where('user_id', '=', id).execute()
    await take(db)
    expect(await blocked()).toEqual(ofFirst)
    await db.insertInto('role_assignments').values({ user_id: id, role_id: role!.role_id }).execute()
    expect(await blocked()).toEqual([null, null, null, null])
    await db.transaction().execute(async trx => {
      await take(trx)
      await giveRole(trx, id, { is_mentor: true })
      expect(await trx.selectFrom('slots').select('id').where('mentor_id', '=', id).where('blocked', 'is not', null).execute()).toEqual([])
    })
    expect(await blocked()).toEqual([null, null, null, null])
  })

  it('is one whose role is for mentors no longer', async () => {
    const { mentors, blocked } = await planned()
    const [role] = await rolesOf(mentors[0]!.id)
    const set = (is_mentor: boolean) => db.updateTable('roles').set({ is_mentor }).where('id', '=', role!.role_id).execute()
    await set(false)
    expect(await blocked()).toEqual(ofFirst)
    await set(true)
    expect(await blocked()).toEqual([null, null, null, null])
  })

  it('gets no time that can be booked by a change of the session', async () => {
    const { mentors, slots, blocked } = await planned()
    const live = (is: boolean) => db.updateTable('slots').set({ live: is }).where('id', '=', slots[2]!.id).execute()
    await live(false)
    await db.updateTable('users').set({ active: false }).where('id', '=', mentors[0]!.id).execute()
    await live(true)
    expect(await blocked()).toEqual(ofFirst)
  })
})

it('blocks no slot of another place or another mentor', async () => {
  const [here, there] = [await morning(), await morning()]
  await close(here.place.id, '2026-11-24')
  await away(here.mentors[0]!.id, '2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z')
  expect(await there.blocked()).toEqual([null, null, null, null])
  await close(there.place.id, '2026-11-25')
  expect(await there.blocked()).toEqual([null, null, null, null])
})

it('follows the place where its clock makes a session of the next date one of a closed day', async () => {
  const { place, blocked } = await morning('Europe/Paris', ['2026-12-02T00:00', '2026-12-02T01:00'])
  const move = (time_zone: string) => db.updateTable('places').set({ time_zone }).where('id', '=', place.id).execute()
  await close(place.id, '2026-12-01')
  expect(await blocked()).toEqual([null, null, null, null])
  await move('Europe/London')
  expect(await blocked()).toEqual(Array(4).fill('closed_day'))
  await db.deleteFrom('closed_days').where('place_id', '=', place.id).execute()
  expect(await blocked()).toEqual([null, null, null, null])
  await close(place.id, '2026-12-01')
  expect(await blocked()).toEqual(Array(4).fill('closed_day'))
})

it('does not open a slot to bookings that is planned again in an absence that was entered meanwhile', async () => {
  const { place, mentors, slots, blocked } = await morning()
  const plan = (live: boolean) => db.updateTable('slots').set({ live }).where('schedule_id', '=', slots[0]!.schedule_id).execute()
  const { id } = await away(mentors[0]!.id, '2026-11-24T09:00:00Z', '2026-11-24T09:30:00Z')
  await plan(false)
  await db.deleteFrom('time_off').where('id', '=', id).execute()
  await away(mentors[1]!.id, '2026-11-24T09:30:00Z', '2026-11-24T10:00:00Z')
  await plan(true)
  expect(await blocked()).toEqual([null, null, null, 'mentor_away'])
  await plan(false)
  await close(place.id, '2026-11-24')
  await plan(true)
  expect(await blocked()).toEqual(Array(4).fill('closed_day'))
})

describe('a blocked slot', () => {
  const blockedSlot = async () => {
    const { supportType, mentors, slots } = await morning()
    return { supportType, slot: slots[0]!, block: () => away(mentors[0]!.id, '2026-11-24T09:00:00Z', '2026-11-24T09:30:00Z') }
  }
  const read = (id: string) => db.selectFrom('slots').select(['taken', 'held']).where('id', '=', id).executeTakeFirstOrThrow()

  it('gives its appointment back only when its cancellation is undone', async () => {
    const { slot, block } = await blockedSlot()
    const { id } = await makeAppointment(db, slot.id, (await makeUser(db)).id)
    const cancelled = { status: 'cancelled', cancelled_by: 'client' } as const
    await db.updateTable('appointments').set(cancelled).where('id', '=', id).execute()
    await block()
    await undoing(trx => trx.updateTable('appointments').set({ status: 'booked', cancelled_by: null }).where('id', '=', id).execute())
    expect(await read(slot.id)).toEqual({ taken: 1, held: 0 })
  })

  it('releases a seat that was reserved before', async () => {
    const { slot, block } = await blockedSlot()
    const { id } = await db.insertInto('freed_seats').values({ slot_id: slot.id }).returning('id').executeTakeFirstOrThrow()
    await block()
    expect(await read(slot.id)).toEqual({ taken: 0, held: 1 })
    await db.deleteFrom('freed_seats').where('id', '=', id).execute()
    await db.insertInto('freed_seats').values({ slot_id: slot.id }).execute()
    expect(await read(slot.id)).toEqual({ taken: 0, held: 0 })
  })

  it('ends its own offer, and neither another one nor another entry', async () => {
    const { supportType, slot, block } = await blockedSlot()
    const { slots } = await morning()
    const days = { support_type_id: supportType.id, from_date: '2026-11-24', to_date: '2026-11-24' }
    const add = async (offered_slot_id?: string) => {
      const offer = offered_slot_id ? { state: 'offered' as const, offered_slot_id, offer_ends_at: '2026-11-24T08:00:00Z' } : {}
      const entry = { user_id: (await makeUser(db)).id, ...days, ...offer }
      return (await db.insertInto('waiting_list').values(entry).returning('id').executeTakeFirstOrThrow()).id
    }
    const [{ place, slots: near }, closed] = [await morning(), await morning()]
    await close(closed.place.id, '2026-11-24')
    const ids = [await add(slot.id), await add(slots[0]!.id), await add(), await add(near[0]!.id)]
    const revisions = async () => {
      const rows = await db.selectFrom('waiting_list').select(['id', 'state', 'revision']).where('id', 'in', ids).execute()
      return ids.map(id => rows.find(row => row.id === id)).map(row => [row?.state, row?.revision])
    }
    await block()
    await close(place.id, '2026-11-25')
    expect(await revisions()).toEqual([
      ['waiting', 2],
      ['offered', 1],
      ['waiting', 1],
      ['offered', 1],
    ])
    const restored = { state: 'offered' as const, offered_slot_id: slot.id, offer_ends_at: '2026-11-24T08:00:00Z' }
    await undoing(trx => trx.updateTable('waiting_list').set(restored).where('id', '=', ids[0]!).execute())
    expect([(await revisions())[0], await read(slot.id)]).toEqual([['waiting', 2], { taken: 0, held: 0 }])
  })
})

describe('an absence and a planned slot keep each other out, and no other mentor, place or slot', () => {
  /** Those of the rows that a change in an open transaction keeps others from changing. */
  const lockedBy = async (table: 'users' | 'places' | 'slots', ids: string[], act: (trx: typeof db) => Promise<unknown>) =>
    db.transaction().execute(async trx => {
      await act(trx)
      const { rows } = await sql<{ id: string }>`
        SELECT id FROM ${sql.table(table)} WHERE id = ANY (${ids}::uuid[]) FOR NO KEY UPDATE SKIP LOCKED`.execute(db)
      return ids.filter(id => rows.every(row => row.id !== id))
    })
  const idsOf = (slots: { id: string }[]) => slots.map(({ id }) => id)

  /**
   * A session near a closed day of its place, of whose slots the last is not planned, and two others: one of the
   * same place, far from that day and near a closed day of another place, and one there.
   */
  async function nearAndFar() {
    const [near, there] = [await morning(), await morning('Europe/London', ['2026-12-10T09:00', '2026-12-10T10:00'])]
    const { supportType, place, mentors, slots } = near
    const far = await makeSchedule(db, { supportType, place, mentors, from: '2026-12-10T09:00', to: '2026-12-10T10:00' })
    await db.updateTable('slots').set({ live: false }).where('id', '=', slots[3]!.id).execute()
    await close(place.id, '2026-11-25')
    await close(there.place.id, '2026-12-11')
    const all = idsOf([...slots, ...far.slots, ...there.slots])
    return { schedule: near.schedule, place, there, all, planned: idsOf(slots.slice(0, 3)) }
  }

  it('where a slot is planned', async () => {
    const [{ supportType, place, mentors }, there] = [await morning(), await morning()]
    const [mentor, other] = [mentors[0]!, mentors[1]!]
    const plan = (day: string) => (trx: typeof db) =>
      makeSchedule(trx, { supportType, place, mentors: [mentor], from: `${day}T09:00`, to: `${day}T09:30` })
    expect(await lockedBy('users', [mentor.id, other.id], plan('2026-11-25'))).toEqual([mentor.id])
    expect(await lockedBy('places', [place.id, there.place.id], plan('2026-11-26'))).toEqual([place.id])
  })

  it('where a day is closed', async () => {
    const { place, there, all, planned } = await nearAndFar()
    const act = (date: string) => (trx: typeof db) => close(place.id, date, trx)
    expect(await lockedBy('places', [place.id, there.place.id], act('2027-01-01'))).toEqual([place.id])
    expect(await lockedBy('slots', all, act('2026-11-23'))).toEqual(planned)
  })

  it('where a session moves to another place, or a place to another zone', async () => {
    const { schedule, place, there, all, planned } = await nearAndFar()
    const move = (trx: typeof db) => trx.updateTable('places').set({ time_zone: 'Europe/Paris' }).where('id', '=', place.id).execute()
    expect(await lockedBy('slots', all, move)).toEqual(planned)
    const leave = (trx: typeof db) => trx.updateTable('schedules').set({ place_id: there.place.id }).where('id', '=', schedule.id).execute()
    expect(await lockedBy('slots', all, leave)).toEqual(planned)
  })

  it.each<[string, (mentor: string, trx: typeof db) => Promise<unknown>]>([
    ['a time off is entered', (mentor, trx) => away(mentor, '2026-11-24T09:00:00Z', '2026-11-24T09:30:00Z', trx)],
    ['a calendar is read', (mentor, trx) => busy([[mentor, '09:00', '09:30']], trx)],
  ])('where %s', async (_, act) => {
    const { mentors, slots } = await morning()
    const [mentor, other] = idsOf(mentors) as [string, string]
    for (const id of [mentor, other]) await connectCalendar(id)
    expect(await lockedBy('users', [mentor, other], trx => act(mentor, trx))).toEqual([mentor])
    expect(await lockedBy('slots', idsOf(slots), trx => act(other, trx))).toEqual([slots[1]!.id])
  })

  it('and an absence rewrites no slot that stays as it is', async () => {
    const [here, there] = [await morning(), await morning()]
    const gone = there.slots.map(({ id }) => id)
    await db.updateTable('slots').set({ live: false }).where('id', 'in', gone).execute()
    const versions = async () => {
      const { rows } = await sql<{ id: string }>`
        SELECT id, xmin::text AS version FROM slots WHERE id = ANY (${[...idsOf(here.slots), ...gone]}::uuid[]) ORDER BY id`.execute(db)
      return rows
    }
    const before = await versions()
    await close(there.place.id, '2026-11-24')
    await close(here.place.id, '2026-11-25')
    expect(await versions()).toEqual(before)
    await away(here.mentors[0]!.id, '2026-11-24T09:00:00Z', '2026-11-24T09:30:00Z')
    const written = (await versions()).filter((row, index) => JSON.stringify(row) !== JSON.stringify(before[index]))
    expect(idsOf(written)).toEqual([here.slots[0]!.id])
  })
})

it('open pages hear of the support types whose slots an absence touches, and of no other', async () => {
  const [here, there] = [await morning(), await morning()]
  const listener = await listenTo({ db, url }, 'openhour_schedules')
  onTestFinished(listener.close)
  const heard = await listener.during(async () => {
    await close(here.place.id, '2026-11-24')
    await away(there.mentors[0]!.id, '2026-11-24T09:00:00Z', '2026-11-24T09:30:00Z')
  })
  expect(heard).toEqual([here.supportType.id, there.supportType.id])
})
