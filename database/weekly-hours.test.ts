import { expect, it } from 'vitest'
import { openTestDatabase } from '#server/testing/database.ts'
import { makeMentor, makePlace, makeSchedule, makeSupportType } from './factories.ts'

const { db } = await openTestDatabase()

const supportType = await makeSupportType(db)
const place = await makePlace(db)
const mentor = await makeMentor(db)
const fields = { mentor_id: mentor.id, place_id: place.id, slot_minutes: 30, break_minutes: 0, seats_per_slot: 1, from_date: '2027-01-04' }
const hours = (change = {}) =>
  db
    .insertInto('weekly_hours')
    .values({ ...fields, ...change })
    .returning('id')
    .executeTakeFirstOrThrow()
const { id } = await hours()
const range = (change = {}) =>
  db
    .insertInto('weekly_ranges')
    .values({ weekly_hours_id: id, weekday: 1, starts: '09:00', ends: '12:00', support_type_id: supportType.id, ...change })
    .execute()
const date = (change = {}) =>
  db
    .insertInto('weekly_dates')
    .values({ weekly_hours_id: id, date: '2027-01-04', starts: '09:00', ...change })
    .execute()

it('refuses weekly hours that end before they begin, and impossible figures', async () => {
  await expect(hours({ until_date: '2027-01-03' })).rejects.toMatchObject({ constraint: 'weekly_hours_span' })
  await expect(hours({ slot_minutes: 4 })).rejects.toMatchObject({ code: '23514' })
  await expect(hours({ break_minutes: -1 })).rejects.toMatchObject({ code: '23514' })
  await expect(hours({ seats_per_slot: 0 })).rejects.toMatchObject({ code: '23514' })
})

it('refuses a range that ends before it starts, a weekday that is none, and one start twice', async () => {
  await expect(range({ ends: '09:00' })).rejects.toMatchObject({ code: '23514' })
  await expect(range({ weekday: 8 })).rejects.toMatchObject({ code: '23514' })
  await range()
  await expect(range({ ends: '10:00' })).rejects.toMatchObject({ code: '23505' })
})

it('has one outcome for a date: a session or a reason', async () => {
  const session = { supportType, place, mentors: [mentor], from: '2027-01-04T09:00', to: '2027-01-04T12:00' }
  const schedule_id = (await makeSchedule(db, session)).schedule.id
  await expect(date()).rejects.toMatchObject({ constraint: 'weekly_dates_one' })
  await expect(date({ schedule_id, skipped: 'session' })).rejects.toMatchObject({ constraint: 'weekly_dates_one' })
  await date({ schedule_id })
  await expect(date({ skipped: 'session' })).rejects.toMatchObject({ code: '23505' })
})

it('keeps the weeks ahead within a year', async () => {
  for (const plan_ahead_weeks of [0, 53])
    await expect(db.updateTable('settings').set({ plan_ahead_weeks }).execute()).rejects.toMatchObject({
      constraint: 'settings_plan_ahead_weeks',
    })
})

it('keeps the minutes between two places within 8 hours', async () => {
  for (const travel_minutes of [-1, 481])
    await expect(db.updateTable('settings').set({ travel_minutes }).execute()).rejects.toMatchObject({
      constraint: 'settings_travel_minutes',
    })
})

it('keeps a time off request open until it is decided, with what the decision needs', async () => {
  const decided = { decided_at: '2027-01-02T09:00:00Z' }
  const span = { starts_at: '2027-02-01T09:00:00Z', ends_at: '2027-02-01T17:00:00Z', created_at: '2027-01-01T09:00:00Z' }
  const refused: [object, string][] = [
    [{ ends_at: span.starts_at }, 'time_off_requests_span'],
    [{ state: 'lost', ...decided }, 'time_off_requests_state'],
    [decided, 'time_off_requests_decided'],
    [{ state: 'withdrawn' }, 'time_off_requests_decided'],
    [{ state: 'declined', ...decided }, 'time_off_requests_declined'],
    [{ reason: 'Full.' }, 'time_off_requests_declined'],
  ]
  for (const [change, constraint] of refused)
    await expect(
      db
        .insertInto('time_off_requests')
        .values({ mentor_id: mentor.id, ...span, ...change })
        .execute(),
    ).rejects.toMatchObject({ constraint })
})

it('keeps a proposal open until it is decided, with what the decision needs', async () => {
  const decided = { decided_at: '2027-01-02T09:00:00Z' }
  const proposal = (change = {}) =>
    db
      .insertInto('hours_proposals')
      .values({ ...fields, ranges: '[]', created_at: '2027-01-01T09:00:00Z', ...change })
      .execute()
  const refused: [object, string][] = [
    [{ until_date: '2027-01-03' }, 'hours_proposals_span'],
    [{ state: 'lost', ...decided }, 'hours_proposals_state'],
    [decided, 'hours_proposals_decided'],
    [{ state: 'withdrawn' }, 'hours_proposals_decided'],
    [{ state: 'approved', ...decided }, 'hours_proposals_approved'],
    [{ state: 'withdrawn', weekly_hours_id: id, ...decided }, 'hours_proposals_approved'],
    [{ state: 'declined', ...decided }, 'hours_proposals_declined'],
    [{ reason: 'Full.' }, 'hours_proposals_declined'],
  ]
  for (const [change, constraint] of refused) await expect(proposal(change)).rejects.toMatchObject({ constraint })
  await proposal({ state: 'declined', reason: 'Full.', ...decided })
  await proposal({ state: 'approved', weekly_hours_id: id, ...decided })
  await expect(proposal({ state: 'approved', weekly_hours_id: id, ...decided })).rejects.toMatchObject({ code: '23505' })
})
