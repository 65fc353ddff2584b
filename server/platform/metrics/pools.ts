import type pg from 'pg'
import { Gauge } from 'prom-client'
import { measures, poolWaits } from './measures.ts'

const open = new Map<pg.Pool, string>()

const total = (of: (pool: pg.Pool) => number) => {
  const sums = new Map<string, number>()
  for (const [pool, name] of open) sums.set(name, (sums.get(name) ?? 0) + of(pool))
  return sums
}

function gauge(name: string, help: string, of: (pool: pg.Pool) => number): void {
  const made = new Gauge({
    name,
    help,
    labelNames: ['pool'],
    registers: [],
    collect() {
      this.reset()
      for (const [pool, value] of total(of)) this.set({ pool }, value)
    },
  })
  measures.registerMetric(made)
}
gauge('openhour_pool_busy', 'Database connections in use, by pool.', pool => pool.totalCount - pool.idleCount)
gauge('openhour_pool_idle', 'Idle database connections, by pool.', pool => pool.idleCount)
gauge('openhour_pool_waiting', 'Statements waiting for a database connection, by pool.', pool => pool.waitingCount)

/** Waits for a free connection of a pool. The caller releases it. */
export type Acquire = () => Promise<pg.PoolClient>

/** Measures a pool until `stop`: its connections, and the wait of each `acquire`. Statements acquire only here. */
export function measurePool(pool: pg.Pool, name: string): { acquire: Acquire; stop(): void } {
  open.set(pool, name)
  const waits = poolWaits.labels(name)
  return {
    acquire: () => pool.connect().finally(waits.startTimer()),
    stop: () => void open.delete(pool),
  }
}
