import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import type { RunningProduct } from '../../e2e/support/start-product.ts'
import { listPostgres } from './memory.ts'

/** What was taken while something went on, in seconds of one processor. */
export interface Processor {
  server: number
  postgres: number
  /** By all processes of this machine, including the measuring one. */
  machine: number
}

/** Linux only; elsewhere it is not known. */
export async function processorWhile<T>(product: RunningProduct, work: () => Promise<T>): Promise<{ value: T; taken: Processor }> {
  const before = await readProcessor(product)
  const value = await work()
  const after = await readProcessor(product)
  const taken = {
    server: after.server - before.server,
    postgres: after.postgres - before.postgres,
    machine: after.machine - before.machine,
  }
  return { value, taken }
}

async function readProcessor(product: RunningProduct): Promise<Processor> {
  const postgres = process.platform === 'linux' ? await listPostgres(product) : []
  const [server = Number.NaN, ...others] = await Promise.all([product.pid, ...postgres].map(readTaken))
  const machine = cpus().reduce((ms, { times: { user, nice, sys, irq } }) => ms + user + nice + sys + irq, 0)
  return { server, postgres: others.reduce((sum, one) => sum + one, 0), machine: machine / 1000 }
}

/**
 * Its own and that of its children that have ended: the 14th to 17th field of its status, of which the second is
 * its name in brackets. In hundredths of a second.
 */
async function readTaken(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}
