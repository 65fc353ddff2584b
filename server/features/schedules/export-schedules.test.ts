import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeMentor, makePlace, makeSchedule } from '#database/factories.ts'
import { startOrganisation, type TestOrganisation } from '../../testing/organisation.ts'

let o: TestOrganisation
beforeAll(async () => void (o = await startOrganisation()))
afterAll(() => o.app.close())

const exported = (query: Record<string, string>, token: string | undefined = o.token) =>
  o.app.request('GET /api/schedules/export', { query, token })

it('writes the schedules of the filter in the order of the list, on the clocks of their places, without formulas', async () => {
  const { db } = o.app
  const place = await makePlace(db, { name: '=cmd|calc', time_zone: 'Asia/Kathmandu' })
  const mentor = await makeMentor(db, { name: '@Mia' })
  const session = (from: string, to: string, note = '') =>
    makeSchedule(db, { supportType: o.supportType, place, mentors: [mentor], from, to, fields: { note, status: 'draft' } })
  await session('2026-11-18T09:00', '2026-11-18T10:00')
  for (let day = 1; day <= 25; day += 1) {
    const date = `2026-12-${String(day).padStart(2, '0')}`
    await session(`${date}T09:00`, `${date}T10:00`, day === 1 ? '\t+1' : '')
  }
  const { status, body, headers } = await exported({ place_id: place.id })
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="schedules-2026-11-20.csv"',
  ])
  const lines = (body as string).split('\r\n')
  expect(lines).toHaveLength(1 + 26 + 1)
  expect(lines[0]).toBe(
    '\ufeff"Starts","Ends","Time zone","Kind of support","Place","Mentors","Status","Availability","Seats","Booked","Free","Note"',
  )
  expect(lines[1]).toBe(
    `"2026-12-01 09:00","2026-12-01 10:00","Asia/Kathmandu","${o.supportType.name}","'=cmd|calc","'@Mia","Draft","Closed","2","0","2","'\t+1"`,
  )
  expect(lines[26]).toContain('"2026-11-18 09:00"')
  expect(((await exported({ place_id: place.id, from: '2026-12-25' })).body as string).split('\r\n')).toHaveLength(3)
})

it('requires Schedule List, and refuses dates that are none', async () => {
  const others = await o.holderOf('Schedule Edit')
  const statuses = [exported({}, ''), exported({}, others), exported({ from: '1800-01-01' }), exported({ to: 'x' })]
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([401, 403, 422, 422])
})
