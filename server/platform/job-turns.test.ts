import { expect, test, vi } from 'vitest'
import type { Platform } from './http/platform.ts'
import { openJobTurns } from './job-turns.ts'
import { startJobs } from './jobs.ts'

const never = new AbortController().signal

test('an organisation with many due jobs does not keep another one from its turn', async () => {
  const turns = openJobTurns(1)
  const order: string[] = []
  const job = (owner: string) => turns(owner, never, async () => void order.push(owner))
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'c', 'b'].map(job))
  expect(order).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a'])
})

test('no more jobs run at the same time than allowed', async () => {
  const turns = openJobTurns(2)
  let [running, most] = [0, 0]
  const work = async () => {
    most = Math.max(most, (running += 1))
    await new Promise(setImmediate)
    running -= 1
  }
  await Promise.all(Array.from({ length: 12 }, (_, index) => turns(index % 5, never, work)))
  expect(most).toBe(2)
})

test('a long run does not hold up others: it is told to end early, and goes on at its next turn', async () => {
  vi.useFakeTimers()
  const turns = openJobTurns(1, 1000)
  const runs: string[] = []
  const untilAborted = (ending: AbortSignal) =>
    new Promise<void>(resolve => {
      runs.push('long')
      ending.addEventListener('abort', () => resolve())
    })
  const jobs = startJobs({} as Platform, [{ name: 'long', everySeconds: 60, run: async (_, ending) => untilAborted(ending) }], () => {}, {
    turns,
  })
  await vi.advanceTimersByTimeAsync(5000)
  expect(runs).toEqual(['long'])
  const other = turns('other', never, async () => void runs.push('other'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(await other).toBe(false)
  await vi.advanceTimersByTimeAsync(10)
  expect(runs).toEqual(['long', 'other', 'long'])
  await jobs.close()
  vi.useRealTimers()
})

test('a run that waits for a slow system and does not end no longer keeps its place', async () => {
  vi.useFakeTimers()
  const turns = openJobTurns(1, 1000)
  let finish = () => {}
  const stuck = turns('a', never, () => new Promise<void>(resolve => (finish = resolve)))
  const other = turns('b', never, async () => {})
  await vi.advanceTimersByTimeAsync(1000)
  expect(await other).toBe(false)
  finish()
  expect(await stuck).toBe(true)
  vi.useRealTimers()
})

test('what waits for its turn when the server stops does not run', async () => {
  const turns = openJobTurns(1)
  const ending = new AbortController()
  let finish = () => {}
  let ran = false
  const first = turns('a', ending.signal, () => new Promise<void>(resolve => (finish = resolve)))
  const second = turns('b', ending.signal, async () => void (ran = true))
  ending.abort()
  finish()
  expect(await Promise.all([first, second])).toEqual([false, false])
  expect(ran).toBe(false)
})
