import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { keepFresh } from './fresh.ts'
import type { Live } from './live.ts'

function open() {
  const live = new EventEmitter() as unknown as Live
  const clock = { ms: 0 }
  const fresh = keepFresh(live, () => clock.ms)
  const begun: (() => void)[] = []
  /** Each computation answers its own number, when it is let. */
  const compute = () => {
    const number = begun.length + 1
    return new Promise<number>(resolve => begun.push(() => resolve(number)))
  }
  return { live, clock, fresh, begun, ask: () => fresh.ask('how many', compute) }
}

test('is computed once for all who ask, until something changes or a second has gone', async () => {
  const { live, clock, begun, ask, fresh } = open()
  const first = [ask(), ask()]
  begun[0]!()
  expect(await Promise.all([...first, ask()])).toEqual([1, 1, 1])
  clock.ms = 999
  expect(await ask()).toBe(1)
  clock.ms = 1000
  const later = ask()
  begun[1]!()
  expect(await later).toBe(2)
  for (const change of [() => fresh.forget(), () => live.emit('gap'), () => live.emit('schedules', 'x')]) {
    change()
    const asked = ask()
    begun.at(-1)!()
    expect(await asked).toBe(begun.length)
  }
  expect(begun).toHaveLength(5)
})

test('who asks after a change gets what was computed after it, one computation at a time', async () => {
  const { begun, ask, fresh } = open()
  const before = ask()
  fresh.forget()
  const after = [ask(), ask()]
  fresh.forget()
  const latest = ask()
  expect(begun).toHaveLength(1)
  begun[0]!()
  expect(await before).toBe(1)
  expect(begun).toHaveLength(2)
  begun[1]!()
  expect(await Promise.all([...after, latest])).toEqual([2, 2, 2])
  expect(await ask()).toBe(2)
})

test('a computation that fails is not kept, and those who wait behind it are computed for', async () => {
  const fresh = keepFresh(new EventEmitter() as unknown as Live, () => 0)
  const fail = fresh.ask('what', () => Promise.reject(new Error('no')))
  fresh.forget()
  const behind = fresh.ask('what', async () => 'yes')
  await expect(fail).rejects.toThrow('no')
  expect(await behind).toBe('yes')
  expect(await fresh.ask('what', async () => 'other')).toBe('yes')
})
