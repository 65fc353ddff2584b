import { describe, expect, test } from 'vitest'
import { requestRange } from './calendar-days.ts'
import { dateAfterKey, firstDay, screenContaining, turnScreen } from './calendar-screen.ts'

const today = '2026-11-25' // a Wednesday

describe('the screen', () => {
  test('starts with this week, Monday first, without dead days', () => {
    const screen = screenContaining(today, today)
    expect(screen.weeks[0]).toEqual(['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29'])
    expect(screen.weeks).toHaveLength(5)
    expect(screen).toMatchObject({ from: '2026-11-23', to: '2026-12-27', hasEarlier: false })
  })

  test('holds a later date, and is left in both directions', () => {
    const later = screenContaining('2026-12-28', today)
    expect(later).toMatchObject({ from: '2026-12-28', hasEarlier: true })
    expect(turnScreen(later, -1)).toBe('2026-11-23')
    expect(screenContaining(turnScreen(later, 1), today).from).toBe('2027-02-01')
  })

  test('a date before this week shows this week', () => {
    expect(screenContaining('2026-01-01', today).from).toBe('2026-11-23')
  })

  test('the server is asked for two screens at once', () => {
    expect(requestRange('2026-12-30', today)).toEqual({ from: '2026-11-23', to: '2027-01-31' })
    expect(requestRange('2027-02-01', today)).toEqual({ from: '2027-02-01', to: '2027-04-11' })
  })
})

describe('on a Monday, while it is Sunday at a place west of the visitor', () => {
  const [monday, sunday] = ['2026-11-30', '2026-11-29']
  const first = firstDay([{ date: sunday, free: 2 }], monday)

  test('the server is asked for that Sunday', () => {
    expect(requestRange(monday, monday)).toEqual({ from: sunday, to: '2027-02-07' })
    expect(requestRange('2027-02-08', monday)).toEqual({ from: '2027-02-08', to: '2027-04-18' })
  })

  test('a week more shows its free times, and the screens after it stay', () => {
    const screen = screenContaining(monday, monday, first)
    expect(screen).toMatchObject({ from: '2026-11-23', to: '2027-01-03', hasEarlier: false })
    expect(screen.weeks.map(([day]) => day)).toEqual(['2026-11-23', monday, '2026-12-07', '2026-12-14', '2026-12-21', '2026-12-28'])
    const second = screenContaining(turnScreen(screen, 1), monday, first)
    expect(second).toMatchObject({ from: '2027-01-04', to: '2027-02-07' })
    expect(screenContaining(turnScreen(second, -1), monday, first)).toEqual(screen)
  })

  test('keys reach it', () => {
    expect(dateAfterKey(monday, { key: 'ArrowLeft', shiftKey: false }, first)).toBe(sunday)
  })

  test('no week that is over is shown without free times in it', () => {
    expect(firstDay([{ date: sunday, free: 0 }], monday)).toBe(monday)
    expect(firstDay([], monday)).toBe(monday)
    expect(firstDay([{ date: '2026-11-30', free: 2 }], '2026-12-01')).toBe(monday)
  })
})

describe('keys', () => {
  const press = (date: string, key: string, shiftKey = false) => dateAfterKey(date, { key, shiftKey }, '2026-11-23')

  test.each([
    ['ArrowRight', '2026-11-30', '2026-12-01'],
    ['ArrowLeft', '2026-12-01', '2026-11-30'],
    ['ArrowDown', '2026-11-28', '2026-12-05'],
    ['ArrowUp', '2026-12-05', '2026-11-28'],
    ['Home', '2026-12-03', '2026-11-30'],
    ['End', '2026-12-03', '2026-12-06'],
    ['PageDown', '2027-01-31', '2027-02-28'],
    ['PageUp', '2027-03-31', '2027-02-28'],
  ])('%s from %s', (key, from, to) => {
    expect(press(from, key)).toBe(to)
  })

  test('with Shift pages turn years', () => {
    expect(press('2026-12-03', 'PageDown', true)).toBe('2027-12-03')
  })

  test('does not lead before this week', () => {
    expect(press('2026-11-23', 'ArrowLeft')).toBe('2026-11-23')
    expect(press('2026-11-25', 'PageUp')).toBe('2026-11-23')
  })

  test('other keys are not ours', () => {
    expect(press('2026-12-03', 'a')).toBeNull()
  })
})
