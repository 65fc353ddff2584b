import { expect, test, vi } from 'vitest'
import { inTime } from './in-time.ts'

test('what is ready in time is answered, and undefined where it is not', async () => {
  expect(await inTime(60_000, Promise.resolve('done'))).toBe('done')
  expect(await inTime(1, new Promise(() => {}))).toBeUndefined()
})

test('no timer is left once the work is done', async () => {
  vi.useFakeTimers()
  try {
    await inTime(60_000, Promise.resolve())
    await expect(inTime(60_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed')
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a failure in time rejects, and one that comes later is ignored', async () => {
  await expect(inTime(60_000, Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  let fail = () => {}
  const failing = new Promise<void>((_, reject) => (fail = () => reject(new Error('late'))))
  expect(await inTime(1, failing)).toBeUndefined()
  fail()
  await new Promise(setImmediate)
})
