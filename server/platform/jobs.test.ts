import { expect, test, vi } from 'vitest'
import type { Platform } from './http/platform.ts'
import { startJobs } from './jobs.ts'

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
