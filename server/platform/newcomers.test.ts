import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchNewcomers } from './newcomers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const server = new EventEmitter()
const newcomers = watchNewcomers()
newcomers.count(server)

/** So many a second, evenly, for some milliseconds. */
function come(perSecond: number, ms: number): void {
  for (let ended = 0; ended < ms; ended += 1000 / perSecond) {
    server.emit('connection')
    vi.advanceTimersByTime(1000 / perSecond)
  }
}

test('two thousand a second are a crowd, until a tenth of a second after the last; two hundred are none', () => {
  come(200, 500)
  expect(newcomers.crowdIn()).toBe(false)
  come(2000, 100)
  expect(newcomers.crowdIn()).toBe(true)
  vi.advanceTimersByTime(101)
  expect(newcomers.crowdIn()).toBe(false)
  come(200, 200)
  expect(newcomers.crowdIn()).toBe(false)
})
