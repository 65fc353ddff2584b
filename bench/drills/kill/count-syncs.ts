import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Site } from '../../drill-support/site.ts'
import { book } from '../../drill-support/booking-load.ts'

/** Connections tell what they did when they come to rest, after ten seconds at the latest. */
const timeoutMs = 15_000

export interface Syncs {
  /** Bookings that were acknowledged one after the other, so that each was a commit of its own. */
  commits: number
  /** How often PostgreSQL made its log durable meanwhile, or more often where others wrote too. */
  syncs: number
}

/**
 * Books one time after the other, each when the last was acknowledged, and counts how often the log was flushed to
 * the disk (`pg_stat_io`, PostgreSQL 18).
 */
export async function countSyncs(site: Site, { firstTime, count }: { firstTime: number; count: number }): Promise<Syncs> {
  const { product, database, times, clients } = site
  const before = await readSyncs(site)
  for (let number = firstTime; number < firstTime + count; number += 1) {
    const { token } = clients[number % clients.length]!
    const { status } = await book({ url: product.url, token, body: times[number]!, key: randomUUID() }, timeoutMs)
    if (status !== 201) throw new Error(`a lone booking was answered ${status}`)
  }
  const { rows } = await database.query<{ commits: number }>(
    'SELECT count(DISTINCT a.xmin::text)::int AS commits FROM appointments a JOIN bench_times t ON t.slot_id = a.slot_id WHERE t.n BETWEEN $1 AND $2',
    [firstTime, firstTime + count - 1],
  )
  const commits = rows[0]?.commits ?? 0
  let syncs = 0
  for (const end = performance.now() + timeoutMs; syncs < commits && performance.now() < end; await pause(200))
    syncs = (await readSyncs(site)) - before
  return { commits, syncs }
}

async function readSyncs({ database }: Site): Promise<number> {
  const { rows } = await database.query<{ syncs: string }>("SELECT coalesce(sum(fsyncs), 0) AS syncs FROM pg_stat_io WHERE object = 'wal'")
  return Number(rows[0]?.syncs)
}
