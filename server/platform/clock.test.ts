import { expect, test } from 'vitest'
import { openSystemClock } from './clock.ts'

const noon = Date.parse('2026-11-24T12:00:00Z')
const hour = 3_600_000

/** A clock, and ways to change the system's. */
function start() {
  let wall = noon
  let elapsed = 5000
  const clock = openSystemClock(
    () => wall,
    () => elapsed,
  )
  return {
    clock,
    pass: (ms: number) => ((wall += ms), (elapsed += ms)),
    put: (ms: number) => (wall += ms),
    tells: () => clock.now().getTime() - noon,
  }
}

test('tells the time while the system’s clock is not changed', () => {
  const { pass, tells, clock } = start()
  pass(hour)
  expect([tells(), clock.behind()]).toEqual([hour, 0])
})

test('keeps its time when the system’s clock is set back, until `follow`', () => {
  const { pass, put, tells, clock } = start()
  pass(60_000)
  put(-hour)
  expect([tells(), clock.behind()]).toEqual([60_000, hour])
  pass(60_000)
  expect([tells(), clock.behind()]).toEqual([120_000, hour])
  clock.follow(hour)
  expect([tells(), clock.behind()]).toEqual([120_000 - hour, 0])
})

test('adds up several steps back', () => {
  const { put, tells, clock } = start()
  put(-hour)
  expect(tells()).toBe(0)
  put(-hour)
  expect([clock.behind(), tells()]).toEqual([2 * hour, 0])
  clock.follow(hour)
  expect([clock.behind(), tells()]).toEqual([hour, -hour])
})

test('follows at once when it is put forward, or set right a little', () => {
  const { put, tells, clock } = start()
  put(hour)
  put(-900)
  expect([tells(), clock.behind()]).toEqual([hour - 900, 0])
  put(-500)
  expect(tells()).toBe(hour - 1400)
})
