import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createQueryCache } from './query-cache.ts'
import type { Live } from '../live.ts'

function open() {
  const live = new EventEmitter() as unknown as Live
  const clock = { ms: 0 }
  const cache = createQueryCache(live, () => clock.ms)
  const begun: (() => void)[] = []
  /** Each computation returns its own number when the test ends it. */
  const compute = () => {
    const number = begun.length + 1
    return new Promise<number>(resolve => begun.push(() => resolve(number)))
  }
  return { live, clock, cache, begun, ask: () => cache.getOrCompute('how many', compute) }
}

test('computes once for concurrent and later calls, until the next invalidation or for a second', async () => {
  const { live, clock, begun, ask, cache } = open()
  const first = [ask(), ask()]
  begun[0]!()
  expect(await Promise.all([...first, ask()])).toEqual([1, 1, 1])
  clock.ms = 999
  expect(await ask()).toBe(1)
  clock.ms = 1000
  const later = ask()
  begun[1]!()
  expect(await later).toBe(2)
  for (const change of [() => cache.invalidate(), () => live.emit('gap'), () => live.emit('schedules', 'x'), () => live.emit('public')]) {
    change()
    const asked = ask()
    begun.at(-1)!()
    expect(await asked).toBe(begun.length)
  }
  expect(begun).toHaveLength(6)
})

test('keeps what visitors see for five seconds, but nothing past a full minute', async () => {
  const { clock, cache } = open()
  let computed = 0
  const askAt = (ms: number) => {
    clock.ms = ms
    return cache.getOrCompute('how many', async () => (computed += 1), { isPublic: true })
  }
  expect([await askAt(0), await askAt(4999), await askAt(5000)]).toEqual([1, 1, 2])
  expect([await askAt(59_500), await askAt(59_999), await askAt(60_000)]).toEqual([3, 3, 4])
  expect([cache.peek('how many'), await askAt(64_999), cache.peek('how many')]).toEqual([4, 4, 4])
  clock.ms = 65_000
  expect(cache.peek('how many')).toBeUndefined()
})

test('a call after an invalidation gets a result computed after it; one computation runs at a time', async () => {
  const { begun, ask, cache } = open()
  const before = ask()
  cache.invalidate()
  const after = [ask(), ask()]
  cache.invalidate()
  const latest = ask()
  expect(begun).toHaveLength(1)
  begun[0]!()
  expect(await before).toBe(1)
  expect(begun).toHaveLength(2)
  begun[1]!()
  expect(await Promise.all([...after, latest])).toEqual([2, 2, 2])
  expect(await ask()).toBe(2)
})

test('a failed computation is not kept, and calls that wait for the next one get its result', async () => {
  const cache = createQueryCache(new EventEmitter() as unknown as Live, () => 0)
  const fail = cache.getOrCompute('what', () => Promise.reject(new Error('no')))
  cache.invalidate()
  const behind = cache.getOrCompute('what', async () => 'yes')
  await expect(fail).rejects.toThrow('no')
  expect(await behind).toBe('yes')
  expect(await cache.getOrCompute('what', async () => 'other')).toBe('yes')
})
