import { expect, test, vi } from 'vitest'
import { batched } from './batched.ts'

/** A piece of work that ends when it is told to. */
function gates() {
  const batches: { inputs: readonly number[]; end: () => void; fail: (error: Error) => void }[] = []
  const run = (inputs: readonly number[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({ inputs, end: () => resolve(inputs.map(input => `#${input}`)), fail: reject })
    })
  const begun = (count: number) => vi.waitFor(() => expect(batches).toHaveLength(count), { interval: 1 })
  return { batches, run, begun }
}

test('what comes in one turn goes together, what comes meanwhile in the next, at most so many at once; each is answered by itself', async () => {
  const { batches, run, begun } = gates()
  const ask = batched(run, { most: 3, inFlight: 1 })
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

test('two batches can be under way, and one that fails fails alone', async () => {
  const { batches, run, begun } = gates()
  const ask = batched(run, { most: 2, inFlight: 2 })
  const asked = Promise.allSettled([1, 2, 3, 4, 5].map(ask))
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
  ])
})

test('where one can spoil it for the others, each is tried alone', async () => {
  const runs: number[][] = []
  const ask = batched<number, number>(
    async inputs => {
      runs.push([...inputs])
      if (inputs.includes(2)) throw new Error('two')
      return inputs
    },
    { most: 10, inFlight: 1, triesAlone: error => error instanceof Error && error.message === 'two' },
  )
  expect(await Promise.allSettled([1, 2, 3].map(ask))).toEqual([
    { status: 'fulfilled', value: 1 },
    { status: 'rejected', reason: new Error('two') },
    { status: 'fulfilled', value: 3 },
  ])
  expect(runs).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('who waits too long is told so, and their work is not begun any more', async () => {
  const { batches, run, begun } = gates()
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  try {
    const ask = batched(run, { most: 1, inFlight: 1 })
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

test('few wait for the batch under way instead of going beside it, many do not', async () => {
  const { batches, run, begun } = gates()
  const ask = batched(run, { most: 10, inFlight: 2, overlapFrom: 3 })
  const asked = [ask(1)]
  await begun(1)
  asked.push(ask(2), ask(3))
  await new Promise(setImmediate)
  expect(batches).toHaveLength(1)
  asked.push(ask(4))
  await begun(2)
  for (const { end } of batches) end()
  expect(await Promise.all(asked)).toEqual(['#1', '#2', '#3', '#4'])
  expect(batches.map(({ inputs }) => inputs)).toEqual([[1], [2, 3, 4]])
})

test('in a crowd few wait for more to come, but not long, and many go at once', async () => {
  vi.useFakeTimers()
  try {
    const runs: number[] = []
    let crowded = true
    const ask = batched<number, number>(
      async inputs => {
        runs.push(inputs.length)
        return inputs
      },
      { most: 100, inFlight: 2, gatherWhile: () => crowded },
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
    crowded = false
    const alone = ask(1)
    await vi.advanceTimersByTimeAsync(0)
    expect(await alone).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

test('what nobody waits for is gathered for a while, and then goes together', async () => {
  vi.useFakeTimers()
  try {
    const runs: number[][] = []
    const keep = batched<number, void>(
      async inputs => {
        runs.push([...inputs])
        return inputs.map(() => undefined)
      },
      { most: 10, inFlight: 1, gather: 50 },
    )
    const first = keep(1)
    await vi.advanceTimersByTimeAsync(49)
    const second = keep(2)
    expect(runs).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await Promise.all([first, second])
    expect(runs).toEqual([[1, 2]])
  } finally {
    vi.useRealTimers()
  }
})
