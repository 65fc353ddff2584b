import { describe, expect, test } from 'vitest'
import { choose, readChoice, stepOf, formatTimeParam } from './choice.ts'

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`
const full = {
  support_type: id(1),
  mentor: id(2),
  place: id(3),
  date: '2026-11-24',
  schedule: id(4),
  time: '2026-11-24T13:30Z',
  step: 'details',
}

describe('reading the address', () => {
  test('keeps every decision', () => {
    expect(readChoice(full)).toMatchObject({
      supportType: id(1),
      mentor: id(2),
      place: id(3),
      date: '2026-11-24',
      schedule: id(4),
      confirmed: true,
    })
  })

  test.each([
    ['an id that is none', { support_type: 'x' }, 'supportType'],
    ['a day that does not exist', { date: '2026-02-30' }, 'date'],
    ['a time without its session', { date: '2026-11-24', time: '2026-11-24T13:30Z' }, 'time'],
    ['waiting that ends before it begins', { wait: '2026-11-24', wait_to: '2026-11-23' }, 'wait'],
    ['a time that is none', { date: '2026-11-24', schedule: id(4), time: '13:30' }, 'time'],
  ] as const)('%s counts as not chosen', (_, params, key) => {
    expect(readChoice(params)[key]).toBeUndefined()
  })

  test('knows for which days to wait', () => {
    expect(readChoice(choose.wait('2026-11-24', '2026-11-24')).wait).toEqual({ from: '2026-11-24', to: '2026-11-24' })
    expect(readChoice(choose.wait('2026-11-24', '2026-12-24')).wait).toEqual({ from: '2026-11-24', to: '2026-12-24' })
    expect(readChoice(choose.closeWaitingList()).wait).toBeUndefined()
  })

  test('without a time nothing is settled', () => {
    expect(readChoice({ ...full, time: undefined }).confirmed).toBe(false)
  })
})

describe('steps', () => {
  test.each([
    ['what', {}],
    ['day', { support_type: id(1) }],
    ['time', { support_type: id(1), date: '2026-11-24' }],
    ['time', { ...full, step: undefined }],
    ['details', full],
    ['done', { appointment: id(9) }],
  ] as const)('%s', (step, params) => {
    const choice = readChoice(params)
    expect(stepOf(choice, choice.supportType)).toBe(step)
  })

  test('moving begins with the day: what it is about stays', () => {
    expect(stepOf(readChoice({ move: id(9) }), id(1))).toBe('day')
  })
})

describe('deciding', () => {
  test('another kind of support lets day and time go, and keeps the mentor', () => {
    const after = { ...full, ...choose.supportType(id(7)) }
    expect(readChoice(after)).toMatchObject({ supportType: id(7), mentor: id(2), date: undefined, time: undefined, confirmed: false })
  })

  test('another mentor keeps the day', () => {
    expect(readChoice({ ...full, ...choose.mentor(undefined) })).toMatchObject({ date: '2026-11-24', time: undefined, mentor: undefined })
  })

  test('a nearest time taken instead keeps the step', () => {
    const after = readChoice({ ...full, ...choose.time('2026-11-25', id(5), '2026-11-25T09:00:00.000Z') })
    expect(after).toMatchObject({ date: '2026-11-25', schedule: id(5), time: '2026-11-25T09:00Z', confirmed: true })
  })

  test('once booked only the appointment is left', () => {
    const after = Object.entries({ ...full, ...choose.done(id(9), false) }).filter(([, value]) => value !== undefined)
    expect(after).toEqual([['appointment', id(9)]])
  })

  test('times are written to the minute, whatever they are given as', () => {
    expect(formatTimeParam('2026-11-24T14:30:00+01:00')).toBe('2026-11-24T13:30Z')
  })
})
