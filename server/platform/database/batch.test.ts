import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectionRate } from '../connection-rate.ts'
import { defineBatch } from './batch.ts'
import type { Connection } from './connection.ts'

// Servers of other test files in this process may just have had one, and the clock stands still in a test here.
beforeEach(() => void vi.spyOn(connectionRate, 'isBurst').mockReturnValue(false))
afterEach(() => void vi.restoreAllMocks())

const db = {} as Connection
/** A batch on one connection, which its work does not need. */
function batched<Input, Output>(
  run: (inputs: readonly Input[]) => Promise<readonly Output[]>,
  options: { maxSize: number; maxConcurrent: number; collectMs?: number },
) {
  const ask = defineBatch<Input, Output>('test', (_db, inputs) => run(inputs), options)
  return (input: Input) => ask(db, input)
}

/** Work that ends when the test ends it. */
function gates() {
  const batches: { inputs: readonly number[]; end: () => void; fail: (error: Error) => void }[] = []
  const run = (inputs: readonly number[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ inputs, end: () => resolve(inputs.map(input => `#${input}`)), fail: reject })
    })
  const begun = (count: number) => vi.waitFor(() => expect(batches).toHaveLength(count), { interval: 1, timeout: 10_000 })
  return { batches, run, begun }
}

test('inputs of one turn go together, later ones in the next batch, at most `maxSize` at once', async () => {
  const { batches, run, begun } = gates()
  const ask = batched(run, { maxSize: 3, maxConcurrent: 1 })
  const first = [ask(1), ask(2)]
  await begun(1)
  const second = [ask(3), ask(4), ask(5), ask(6)]
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1, 2]])
  batches[0]!.end()
  expect(await Promise.all(first)).toEqual(['#1', '#2'])
  await begun(2)
  batches[1]!.end()
  await begun(3)
  batches[2]!.end()
  expect(await Promise.all(second)).toEqual(['#3', '#4', '#5', '#6'])
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1, 2], [3, 4, 5], [6]])
})

test('two batches run at the same time, and a failed one does not fail the other', async () => {
  const { batches, run, begun } = gates()
  const ask = batched(run, { maxSize: 2, maxConcurrent: 2 })
  const asked = Promise.allSettled([1, 2, 3, 4, 5, 6].map(ask))
  await begun(2)
  batches[0]!.fail(new Error('broken'))
  batches[1]!.end()
  await begun(3)
  batches[2]!.end()
  expect(await asked).toEqual([
    { status: 'rejected', reason: new Error('broken') },
    { status: 'rejected', reason: new Error('broken') },
    { status: 'fulfilled', value: '#3' },
    { status: 'fulfilled', value: '#4' },
    { status: 'fulfilled', value: '#5' },
    { status: 'fulfilled', value: '#6' },
  ])
})

test('after an error about one input, each is tried alone', async () => {
  const runs: number[][] = []
  const failure = Object.assign(new Error('a constraint'), { code: '23514' })
  const ask = batched<number, number>(
    async inputs => {
      runs.push([...inputs])
      if (inputs.includes(2)) throw failure
      return inputs
    },
    { maxSize: 10, maxConcurrent: 1 },
  )
  expect(await Promise.allSettled([1, 2, 3].map(ask))).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: failure },
    { status: 'fulfilled', value: 3 },
  ])
  expect(runs).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('refuses an input that waited too long with 503, without running it', async () => {
  const { batches, run, begun } = gates()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  try {
    const ask = batched(run, { maxSize: 1, maxConcurrent: 1 })
    const first = ask(1)
    await begun(1)
    const late = ask(2)
    clock.mockReturnValue(6000)
    const soon = ask(3)
    batches[0]!.end()
    await expect(late).rejects.toMatchObject({ statusCode: 503 })
    await begun(2)
    batches[1]!.end()
    expect([await first, await soon]).toEqual(['#1', '#3'])
    expect(batches.map(({ inputs }) => inputs)).toEqual([[1], [3]])
  } finally {
    clock.mockRestore()
  }
})

test('fewer than four inputs wait for the running batch, four run next to it', async () => {
  const { batches, run, begun } = gates()
  const ask = batched(run, { maxSize: 10, maxConcurrent: 2 })
  const asked = [ask(1)]
  await begun(1)
  asked.push(ask(2), ask(3), ask(4))
  await new Promise(setImmediate)
  expect(batches).toHaveLength(1)
  asked.push(ask(5))
  await begun(2)
  for (const { end } of batches) end()
  expect(await Promise.all(asked)).toEqual(['#1', '#2', '#3', '#4', '#5'])
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1], [2, 3, 4, 5]])
})

test('in a burst of connections, few inputs wait for more for at most 8 ms, and 16 run at once', async () => {
  vi.useFakeTimers()
  try {
    const runs: number[] = []
    let isBurst = true
    vi.spyOn(connectionRate, 'isBurst').mockImplementation(() => isBurst)
    const ask = batched<number, number>(
      async inputs => {
        runs.push(inputs.length)
        return inputs
      },
      { maxSize: 100, maxConcurrent: 2 },
    )
    const few = [ask(1), ask(2)]
    await vi.advanceTimersByTimeAsync(7)
    few.push(ask(3))
    expect(runs).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all(few)
    expect(runs).toEqual([3])
    const many = [ask(0)]
    await vi.advanceTimersByTimeAsync(1)
    for (let number = 1; number < 16; number += 1) many.push(ask(number))
    await vi.advanceTimersByTimeAsync(0)
    await Promise.all(many)
    expect(runs).toEqual([3, 16])
    isBurst = false
    const alone = ask(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(await alone).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test('collects inputs for `collectMs` before a batch runs, and a full one runs at once', async () => {
  vi.useFakeTimers()
  try {
    const runs: number[][] = []
    const keep = batched<number, void>(
      async inputs => {
        runs.push([...inputs])
        return inputs.map(() => undefined)
      },
      { maxSize: 3, maxConcurrent: 1, collectMs: 50 },
    )
    const first = keep(1)
    await vi.advanceTimersByTimeAsync(49)
    const second = keep(2)
    expect(runs).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all([first, second])
    expect(runs).toEqual([[1, 2]])
    const full = [keep(3), keep(4), keep(5)]
    await vi.advanceTimersByTimeAsync(0)
    await Promise.all(full)
    expect(runs).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
  } finally {
    vi.useRealTimers()
  }
})

test('each connection has separate batches', async () => {
  const runs: { on: Connection; inputs: readonly number[] }[] = []
  const ask = defineBatch<number, number>(
    'test',
    async (on, inputs) => {
      runs.push({ on, inputs })
      return inputs
    },
    { maxSize: 10, maxConcurrent: 1 },
  )
  const other = {} as Connection
  expect(await Promise.all([ask(db, 1), ask(other, 2), ask(db, 3)])).toEqual([1, 2, 3])
  expect(runs).toEqual([
    { on: db, inputs: [1, 3] },
    { on: other, inputs: [2] },
  ])
})
