import type pg from 'pg'
import { Gauge } from 'prom-client'
import { measures, poolWaits } from './measures.ts'

interface Measured {
  name: string
  pool: pg.Pool
  /** Callers without a connection. */
  countWaiting(): number
}

const open = new Set<Measured>()

const total = (of: (measured: Measured) => number) => {
  const sums = new Map<string, number>()
  for (const measured of open) sums.set(measured.name, (sums.get(measured.name) ?? 0) + of(measured))
  return sums
}

function gauge(name: string, help: string, of: (measured: Measured) => number): void {
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
gauge('openhour_pool_busy', 'Database connections in use, by pool.', ({ pool }) => pool.totalCount - pool.idleCount)
gauge('openhour_pool_idle', 'Idle database connections, by pool.', ({ pool }) => pool.idleCount)
gauge('openhour_pool_waiting', 'Statements waiting for a database connection, by pool.', ({ countWaiting }) => countWaiting())

/** Waits for a free connection of a pool. The caller releases it. */
export type Acquire = () => Promise<pg.PoolClient>

/** Measures a pool until `stop`: its connections, and the wait of each `acquire`. Statements acquire only here. */
export function measurePool(
  pool: pg.Pool,
  name: string,
  { acquire, countWaiting }: Pick<Measured, 'countWaiting'> & { acquire: Acquire },
): { acquire: Acquire; stop(): void } {
  const measured = { name, pool, countWaiting }
  open.add(measured)
  const waits = poolWaits.labels(name)
  return {
    acquire: () => acquire().finally(waits.startTimer()),
    stop: () => void open.delete(measured),
  }
}
