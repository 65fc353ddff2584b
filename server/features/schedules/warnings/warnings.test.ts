import { afterAll, beforeAll, expect, it } from 'vitest'
import { testSecrets } from '../../../testing/app.ts'
import { startOrganisation, type TestOrganisation } from '../../../testing/organisation.ts'
import { addressPlace } from '../../busy-calendars/queries.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())

const post = async (call: Parameters<TestOrganisation['app']['request']>[0], body: Record<string, unknown>, params = {}) =>
  (await o.app.request(call, { params, body, token: o.token })).body
const at = (date: string, starts: string, ends: string) => ({ starts_at: `${date}T${starts}`, ends_at: `${date}T${ends}` })

/** A mentor whose own calendar is busy from nine to ten on this day; the organisation's winter time is UTC. */
async function busyMentor(date: string) {
  const mentor = await o.newMentor('Ana')
  const address = testSecrets.seal(addressPlace(mentor.id), 'https://example.org/own.ics')
  const calendar = { mentor_id: mentor.id, address, added_at: o.app.clock.now(), due_at: o.app.clock.now() }
  await o.app.db.insertInto('busy_calendars').values(calendar).execute()
  const times = { starts_at: `${date}T09:00:00Z`, ends_at: `${date}T10:00:00Z` }
  await o.app.db
    .insertInto('busy_times')
    .values({ mentor_id: mentor.id, ...times })
    .execute()
  return mentor
}

it('does not pass over a busy calendar in the preview of new sessions, and plans them nevertheless', async () => {
  const date = '2026-12-01'
  const mentor = await busyMentor(date)
  const input = o.input({ mentor_ids: [mentor.id], slot_minutes: 30, ...at(date, '09:30', '11:30') })
  const [session] = (await post('POST /api/schedules/preview', input)).sessions
  // Only the part within the session.
  const warning = {
    mentor: { id: mentor.id, name: 'Ana' },
    starts_at: `${date}T09:30:00Z`,
    ends_at: `${date}T10:00:00Z`,
    time_zone: 'Europe/London',
  }
  expect([session.clashes, session.busy_mentors]).toEqual([[], [warning]])
  const later = { ...input, ...at(date, '10:00', '12:00') }
  expect((await post('POST /api/schedules/preview', later)).sessions[0].busy_mentors).toEqual([])
  const made = await o.app.request('POST /api/schedules', { body: input, token: o.token })
  expect(made.status).toBe(201)
  const blocked = await o.app.db
    .selectFrom('slots')
    .select('blocked')
    .where('schedule_id', '=', made.body.id)
    .orderBy('starts_at')
    .execute()
  expect(blocked.map(slot => slot.blocked)).toEqual(['mentor_away', null, null, null])
})

it('does not pass over a busy calendar in the previews of a move, a series, a change of several sessions and a copy', async () => {
  const date = '2026-12-08'
  const mentor = await busyMentor(date)
  const warned = [{ mentor: { id: mentor.id }, starts_at: `${date}T09:00:00Z`, ends_at: `${date}T10:00:00Z` }]
  const repeat = { repeat: 'FREQ=WEEKLY;COUNT=2', skip_dates: [date] }
  const first = await post('POST /api/schedules', o.input({ mentor_ids: [mentor.id], ...at('2026-12-01', '09:00', '11:00'), ...repeat }))
  const moved = await post('POST /api/schedules/{id}/preview', at(date, '08:00', '10:30'), { id: first.id })
  expect(moved).toMatchObject({ clashes: [], busy_mentors: warned })
  const sessions = [{ id: first.id, revision: first.revision }]
  const change = { times: { starts: '08:00', ends: '10:30', move_days: 7 } }
  const series = await post('POST /api/schedules/{id}/series/preview', { change, sessions }, { id: first.id })
  expect(series.sessions).toMatchObject([{ problem: null, busy_mentors: warned }])
  const { copies } = await post('POST /api/schedules/copy/preview', { schedule_ids: [first.id], days: 7 })
  expect(copies).toMatchObject([{ clashes: [], busy_mentors: warned }])
  const other = await post('POST /api/schedules', o.input({ mentor_ids: [(await o.newMentor()).id], ...at(date, '09:00', '11:00') }))
  const from = (
    await o.app.db.selectFrom('schedule_mentors').select('mentor_id').where('schedule_id', '=', other.id).executeTakeFirstOrThrow()
  ).mentor_id
  const bulk = { mentor: { from, to: mentor.id }, sessions: [{ id: other.id, revision: other.revision }] }
  expect((await post('POST /api/schedules/change/preview', bulk)).sessions).toMatchObject([{ problem: null, busy_mentors: warned }])
})
