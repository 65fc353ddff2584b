import { expect, test, vi } from 'vitest'
import type { Platform } from './http/platform.ts'
import { type Job, startJobs } from './jobs.ts'

const platform = {} as Platform

test('runs a job again and again, also after it failed, says that it did, and no more once closed', async () => {
  vi.useFakeTimers()
  const failures: string[] = []
  const run = async () => {
    throw new Error('no')
  }
  const jobs = startJobs(platform, [{ name: 'failing', everySeconds: 5, run }], (_, job) => failures.push(job))
  await vi.advanceTimersByTimeAsync(11_000)
  expect(failures).toEqual(['failing', 'failing', 'failing'])
  await jobs.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(failures).toHaveLength(3)
  vi.useRealTimers()
})

test('waits for what is under way before it is closed', async () => {
  const steps: string[] = []
  let finish = () => {}
  const run = () =>
    new Promise<void>(resolve => {
      finish = resolve
    })
  const jobs = startJobs(platform, [{ name: 'slow', everySeconds: 60, run }], () => {})
  const closing = jobs.close().then(() => steps.push('closed'))
  steps.push('finishing')
  finish()
  await closing
  expect(steps).toEqual(['finishing', 'closed'])
})

test('does not make Node warn of a leak, however many jobs run at once', async () => {
  const warnings: string[] = []
  const note = ({ name }: Error) => warnings.push(name)
  process.on('warning', note)
  let finish = () => {}
  const finished = new Promise<void>(resolve => (finish = resolve))
  const many = Array.from({ length: 30 }, (_, index) => ({ name: `job ${index}`, everySeconds: 60, run: () => finished }))
  const jobs = startJobs(platform, many, () => {})
  // Node warns at its next turn.
  await new Promise(setImmediate)
  const closing = jobs.close()
  finish()
  await closing
  process.off('warning', note)
  expect(warnings).toEqual([])
})

test('the jobs of an organisation without changes do not ask its database all the time, and those of one with changes do', async () => {
  vi.useFakeTimers()
  const runs: string[] = []
  const job = (name: string, everySeconds: number, more: Partial<Job> = {}): Job => ({
    name,
    everySeconds,
    run: async () => void runs.push(name),
    ...more,
  })
  const jobs = startJobs(platform, [job('often', 3), job('rare', 100), job('memory', 30, { inMemory: true })], () => {}, { restMs: 60_000 })
  const take = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
    return runs.splice(0).toSorted()
  }
  expect(await take(1)).toEqual(['memory', 'often', 'rare'])
  expect(await take(58)).toEqual(['memory'])
  expect(await take(2)).toEqual(['memory', 'often'])
  jobs.wake()
  expect(await take(1)).toEqual([])
  expect(await take(9)).toEqual(['often', 'often', 'often'])
  expect(await take(50)).toContain('rare')
  // Once more at its own time, and at two visits.
  expect(await take(120)).toEqual(['memory', 'memory', 'memory', 'memory', 'often', 'often', 'often', 'rare'])
  jobs.wake()
  expect(await take(3)).toEqual(['often'])
  expect(await take(200)).toContain('often')
  await jobs.close()
  jobs.wake()
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('jobs of an organisation without changes run one after another, so that it needs one connection for them', async () => {
  vi.useFakeTimers()
  let [running, most] = [0, 0]
  const run = async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise(resolve => setTimeout(resolve, 100))
    running -= 1
  }
  const list = ['a', 'b', 'c'].map(name => ({ name, everySeconds: 3, run }))
  const jobs = startJobs(platform, list, () => {}, { restMs: 60_000 })
  await vi.advanceTimersByTimeAsync(130_000)
  expect(most).toBe(1)
  jobs.wake()
  await vi.advanceTimersByTimeAsync(1000)
  expect(most).toBe(3)
  await Promise.all([jobs.close(), vi.advanceTimersByTimeAsync(1000)])
  vi.useRealTimers()
})
