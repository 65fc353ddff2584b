import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createConnectionRate } from './connection-rate.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const server = new EventEmitter()
const connectionRate = createConnectionRate()
connectionRate.watch(server)

/** Opens this many connections a second, evenly, for some milliseconds. */
function connect(perSecond: number, ms: number): void {
  for (let ended = 0; ended < ms; ended += 1000 / perSecond) {
    server.emit('connection')
    vi.advanceTimersByTime(1000 / perSecond)
  }
}

test('400 connections a second are a burst until 100 ms after the last; 200 a second are none', () => {
  connect(200, 500)
  expect(connectionRate.isBurst()).toBe(false)
  connect(400, 100)
  expect(connectionRate.isBurst()).toBe(true)
  vi.advanceTimersByTime(101)
  expect(connectionRate.isBurst()).toBe(false)
  connect(200, 200)
  expect(connectionRate.isBurst()).toBe(false)
})
