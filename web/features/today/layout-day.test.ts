import type { DayAppointment, FreeTime } from '#contract/day.ts'
import { expect, test } from 'vitest'
import { findAttention, minutesHere, minutesLate } from './attention.ts'
import { columnsOf, entriesOf, findNow, foldFree, layoutRows } from './layout-day.ts'

const mentor = (name: string) => ({ id: name, name, photo: null })
const place = (name: string) => ({ id: name, name })
const at = (time: string) => `2026-11-20T${time}:00Z`
const appointment = (id: string, from: string, to: string, fields: Partial<DayAppointment> = {}) =>
  ({
    id,
    starts_at: at(from),
    ends_at: at(to),
    mentor: mentor('Zoe'),
    place: place('Hall'),
    status: 'booked',
    arrived_at: null,
    ...fields,
  }) as DayAppointment
const free = (from: string, to: string, who = 'Ada') =>
  ({ schedule_id: 's', starts_at: at(from), ends_at: at(to), mentor: mentor(who), place: place('Hall'), free: 1 }) as FreeTime

const keys = (cells: { key: string }[][]) => cells.map(cell => cell.map(({ key }) => key))

test('each mentor is a column by name, and each half hour a row without gaps', () => {
  const entries = entriesOf({
    appointments: [appointment('late', '11:10', '11:40'), appointment('early', '09:35', '10:05')],
    free: [free('09:40', '10:10')],
  })
  const columns = columnsOf(entries, 'mentor')
  expect(columns.map(({ name, booked }) => [name, booked])).toEqual([
    ['Ada', 0],
    ['Zoe', 2],
  ])
  const rows = layoutRows(entries, columns, 'mentor', 'Europe/London')
  expect(rows.map(({ starts_at }) => starts_at.slice(11, 16))).toEqual(['09:30', '10:00', '10:30', '11:00', '11:30'])
  expect(keys(rows[0]?.cells ?? [])).toEqual([['s Ada 2026-11-20T09:40:00Z'], ['early']])
  expect(keys(rows[3]?.cells ?? [])).toEqual([[], ['late']])
})

test('rows follow the organisation’s clock, also with an offset of 45 minutes', () => {
  const entries = entriesOf({ appointments: [appointment('one', '04:20', '04:45')], free: [] })
  const rows = layoutRows(entries, columnsOf(entries, 'place'), 'place', 'Asia/Kathmandu')
  // 10:05 in Kathmandu is in the row from 10:00.
  expect(rows.map(({ starts_at }) => starts_at)).toEqual(['2026-11-20T04:15:00.000Z'])
})

test('an empty day has no rows, and the line of the current time only stands within the day', () => {
  expect(layoutRows([], [], 'mentor', 'UTC')).toEqual([])
  const entries = entriesOf({ appointments: [appointment('one', '09:00', '09:30')], free: [] })
  const rows = layoutRows(entries, columnsOf(entries, 'mentor'), 'mentor', 'UTC')
  expect(findNow(rows, Date.parse(at('09:15')))).toEqual({ index: 0, share: 0.5 })
  expect(findNow(rows, Date.parse(at('08:59')))).toBeNull()
  expect(findNow(rows, Date.parse(at('09:30')))).toBeNull()
})

test('counts minutes here since the check-in and minutes late since the start, until the end', () => {
  const now = Date.parse(at('10:12'))
  const here = appointment('here', '10:00', '10:30', { status: 'arrived', arrived_at: at('09:50') })
  const late = appointment('late', '10:00', '10:30')
  const over = appointment('over', '09:00', '10:00')
  const asked = appointment('asked', '11:00', '11:30', { status: 'pending' })
  expect(minutesHere(here, now)).toBe(22)
  expect([late, over, here].map(one => minutesLate(one, now))).toEqual([12, null, null])
  const found = findAttention([here, late, over, asked], now)
  expect(found.here.map(({ minutes }) => minutes)).toEqual([22])
  expect(found.late.map(({ appointment: { id } }) => id)).toEqual(['late'])
  expect(found.requests.map(({ id }) => id)).toEqual(['asked'])
  expect(found.withoutOutcome.map(({ id }) => id)).toEqual(['over'])
})

test('three free times in a row are folded in a list, but not across the current time', () => {
  const entries = entriesOf({
    appointments: [appointment('first', '09:00', '09:30'), appointment('last', '12:00', '12:30')],
    free: [free('09:40', '10:10'), free('10:10', '10:40'), free('10:40', '11:10'), free('11:10', '11:40')],
  })
  const sizes = (from?: number) => foldFree(entries, from).map(item => item.entries.length)
  expect(sizes()).toEqual([1, 4, 1])
  expect(sizes(2)).toEqual([1, 1, 3, 1])
  expect(foldFree(entries, 2)[2]?.key).toBe(entries[2]?.key)
  expect(foldFree(entries.slice(0, 3)).map(({ key }) => key)).toEqual(entries.slice(0, 3).map(({ key }) => key))
})
