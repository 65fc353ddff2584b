import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { RunningProduct } from '../../e2e/support/start-product.ts'

/**
 * What processes hold, in bytes. Shared pages count once in PSS, divided among those who share them, and whole for
 * each in RSS.
 */
export interface Memory {
  who: 'server' | 'PostgreSQL'
  processes: number
  pss: number
  rss: number
}

/** The server and every process of its PostgreSQL. Linux only; elsewhere nothing, which no target passes. */
export async function readMemory(product: RunningProduct): Promise<Memory[]> {
  if (process.platform !== 'linux') return []
  return [await weigh('server', [product.pid]), await weigh('PostgreSQL', await listPostgres(product))]
}

/** What one process holds, in bytes. Linux only; elsewhere NaN. */
export async function readProcess(pid: number): Promise<Pick<Memory, 'pss' | 'rss'>> {
  const nothing = { pss: Number.NaN, rss: Number.NaN }
  return process.platform === 'linux' ? ((await readRollup(pid)) ?? nothing) : nothing
}

export const total = (parts: readonly Memory[]): number => parts.reduce((sum, { pss }) => sum + pss, 0)

/**
 * The most that was held while something went on, looked at twice a second; and the most of the second half of
 * that time, against the most of the first.
 */
export async function largestWhile<T>(product: RunningProduct, work: Promise<T>): Promise<{ largest: Memory[]; growth: number; value: T }> {
  const looks: Memory[][] = []
  while (!(await Promise.race([work.then(() => true), pause(500, false)]))) looks.push(await readMemory(product))
  const largest = (some: readonly Memory[][]) => some.reduce<Memory[]>((most, look) => (total(look) > total(most) ? look : most), [])
  const half = Math.ceil(looks.length / 2)
  const growth = total(largest(looks.slice(half))) / total(largest(looks.slice(0, half)))
  return { largest: largest(looks), growth, value: await work }
}

async function weigh(who: Memory['who'], pids: readonly number[]): Promise<Memory> {
  const found = (await Promise.all(pids.map(readRollup))).filter(one => one !== undefined)
  const sum = (key: 'pss' | 'rss') => found.reduce((bytes, one) => bytes + one[key], 0)
  return { who, processes: found.length, pss: sum('pss'), rss: sum('rss') }
}

/** Undefined for a process that has ended meanwhile. */
async function readRollup(pid: number): Promise<{ pss: number; rss: number } | undefined> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined
    throw error
  })
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text ?? '')?.[1]) * 1024
  return text === undefined ? undefined : { pss: bytes('Pss'), rss: bytes('Rss') }
}

/** The postmaster and its children. */
export async function listPostgres(product: RunningProduct): Promise<number[]> {
  const postmaster = await product.postmasterPid()
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name)).map(Number)
  const parents = await Promise.all(pids.map(readParent))
  return [postmaster, ...pids.filter((_, index) => parents[index] === postmaster)]
}

/**
 * The second field of a process's status is its program's name in brackets, which may hold spaces and brackets
 * itself.
 */
async function readParent(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1])
}
