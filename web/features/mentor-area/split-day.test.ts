import { expect, test } from 'vitest'
import type { Entry } from '../today/layout-day.ts'
import { mergeTimes, splitDay } from './split-day.ts'

const at = (time: string) => `2026-11-20T${time}:00Z`
const entry = (kind: Entry['kind'], from: string, to: string) =>
  ({ kind, key: `${kind} ${from}`, starts_at: at(from), ends_at: at(to) }) as Entry
const keys = (list: readonly Entry[]) => list.map(({ key }) => key)

test('an appointment that runs comes under Now, however late its client is', () => {
  const entries = [
    entry('appointment', '09:00', '09:30'),
    entry('appointment', '09:30', '10:00'),
    entry('appointment', '10:00', '10:30'),
    entry('free', '09:00', '09:30'),
    entry('free', '10:00', '10:30'),
  ]
  const { now, later, earlier } = splitDay(entries, Date.parse(at('09:56')))
  expect(keys(now.appointments)).toEqual(['appointment 09:30'])
  expect(keys(later.appointments)).toEqual(['appointment 10:00'])
  expect(keys(later.free)).toEqual(['free 10:00'])
  expect(keys(earlier.appointments)).toEqual(['appointment 09:00'])
  expect(earlier.free).toEqual([])
})

test('an appointment is over at the minute of its end, and the next one begins', () => {
  const entries = [entry('appointment', '09:00', '09:30'), entry('appointment', '09:30', '10:00')]
  const { now, earlier } = splitDay(entries, Date.parse(at('09:30')))
  expect([keys(now.appointments), keys(earlier.appointments)]).toEqual([['appointment 09:30'], ['appointment 09:00']])
})

test('free times that touch are one range, those with a gap or on another clock are not', () => {
  const time = (from: string, to: string, time_zone = 'Europe/London') => ({ starts_at: at(from), ends_at: at(to), time_zone })
  const times = [time('10:00', '10:30'), time('09:30', '10:00'), time('11:00', '11:30'), time('11:30', '12:00', 'Europe/Berlin')]
  expect(mergeTimes(times)).toEqual([time('09:30', '10:30'), time('11:00', '11:30'), time('11:30', '12:00', 'Europe/Berlin')])
})
