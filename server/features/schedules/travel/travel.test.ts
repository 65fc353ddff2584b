import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePlace, makeSchedule } from '#database/factories.ts'
import { startOrganisation, type TestOrganisation } from '../../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => {
  o = await startOrganisation()
  await setMinutes(30)
})
afterAll(() => o.app.close())

const setMinutes = (travel_minutes: number) => o.app.db.updateTable('settings').set({ travel_minutes }).execute()
const post = async (call: Parameters<TestOrganisation['app']['request']>[0], body: Record<string, unknown>, params = {}) =>
  (await o.app.request(call, { params, body, token: o.token })).body
const plan = async (input: Record<string, unknown>): Promise<{ id: string; revision: number }> =>
  post('POST /api/schedules', o.input(input))

/** A mentor with a session at another place, 09:00 to 12:00 on this day. */
async function elsewhere(date: string, place: object = {}) {
  const mentor = await o.newMentor('Ana')
  const other = await makePlace(o.app.db, place)
  const times = { from: `${date}T09:00`, to: `${date}T12:00` }
  const { schedule } = await makeSchedule(o.app.db, { supportType: o.supportType, place: other, mentors: [mentor], ...times })
  return { mentor, other, id: schedule.id }
}
const at = (date: string, starts: string, ends: string) => ({ starts_at: `${date}T${starts}`, ends_at: `${date}T${ends}` })
const near = (id: string, place: { id: string }) => [{ schedule_id: id, place: { id: place.id }, is_before: true, minutes: 10 }]

it('warns of too little time to travel in the preview of new sessions, and plans them nevertheless', async () => {
  const date = '2026-12-01'
  const { mentor, other, id } = await elsewhere(date)
  const input = o.input({ mentor_ids: [mentor.id], ...at(date, '12:10', '14:10') })
  const [session] = (await post('POST /api/schedules/preview', input)).sessions
  expect(session).toMatchObject({ clashes: [], travel: near(id, other) })
  const enough = { ...input, ...at(date, '12:30', '14:30') }
  expect((await post('POST /api/schedules/preview', enough)).sessions[0].travel).toEqual([])
  const before = { ...input, ...at(date, '07:15', '08:45') }
  expect((await post('POST /api/schedules/preview', before)).sessions[0].travel).toMatchObject([{ is_before: false, minutes: 15 }])
  await setMinutes(0)
  expect((await post('POST /api/schedules/preview', input)).sessions[0].travel).toEqual([])
  await setMinutes(30)
  expect((await o.app.request('POST /api/schedules', { body: input, token: o.token })).status).toBe(201)
})

it('needs no time to an online place, to the same place, or for another mentor', async () => {
  const date = '2026-12-02'
  const online = await elsewhere(date, { kind: 'online', meeting_url: 'https://meet.example/room' })
  const { other, mentor } = await elsewhere(date)
  const travel = async (input: Record<string, unknown>) =>
    (await post('POST /api/schedules/preview', o.input({ ...at(date, '12:10', '14:10'), ...input }))).sessions[0].travel
  expect(await travel({ mentor_ids: [online.mentor.id] })).toEqual([])
  expect(await travel({ mentor_ids: [mentor.id], place_id: other.id })).toEqual([])
  expect(await travel({ mentor_ids: [(await o.newMentor()).id] })).toEqual([])
})

it('warns in the previews of a move, a series, a change of several sessions and a copy', async () => {
  const date = '2026-12-08'
  const { mentor, id, other } = await elsewhere(date)
  const first = await plan({
    mentor_ids: [mentor.id],
    ...at('2026-12-01', '09:00', '11:00'),
    repeat: 'FREQ=WEEKLY;COUNT=2',
    skip_dates: [date],
  })
  const moved = await post('POST /api/schedules/{id}/preview', at(date, '12:10', '14:10'), { id: first.id })
  expect(moved).toMatchObject({ clashes: [], travel: near(id, other) })
  const sessions = [{ id: first.id, revision: first.revision }]
  const change = { times: { starts: '12:10', ends: '14:10', move_days: 7 } }
  const series = await post('POST /api/schedules/{id}/series/preview', { change, sessions }, { id: first.id })
  expect(series.sessions).toMatchObject([{ problem: null, travel: near(id, other) }])

  const late = await plan({ mentor_ids: [mentor.id], place_id: other.id, ...at(date, '12:10', '14:10') })
  const bulk = { place_id: o.place.id, sessions: [{ id: late.id, revision: late.revision }] }
  expect((await post('POST /api/schedules/change/preview', bulk)).sessions).toMatchObject([{ problem: null, travel: near(id, other) }])

  // Two copies that are planned together: the morning elsewhere and the afternoon here.
  const early = await plan({ mentor_ids: [mentor.id], ...at(date, '14:20', '16:20') })
  const { copies } = await post('POST /api/schedules/copy/preview', { schedule_ids: [late.id, early.id], days: 1 })
  expect(copies.map(({ travel }: { travel: object[] }) => travel)).toMatchObject([
    [{ schedule_id: null, minutes: 10, is_before: false }],
    [{ schedule_id: null, minutes: 10, is_before: true, place: { id: other.id } }],
  ])
})

it('warns in the preview of weekly hours, of dates that would be planned', async () => {
  const date = '2026-12-15'
  const { mentor, id } = await elsewhere(date)
  const ranges = [{ weekday: 2, starts: '12:10', ends: '14:10', support_type_id: o.supportType.id }]
  const body = { mentor_id: mentor.id, place_id: o.place.id, ranges, slot_minutes: 30, from_date: '2026-12-01', until_date: null }
  const { travel, skipped } = await post('POST /api/weekly-hours/preview', body)
  expect([travel, skipped]).toMatchObject([[{ date, starts: '12:10', schedule_id: id, minutes: 10 }], []])
})
