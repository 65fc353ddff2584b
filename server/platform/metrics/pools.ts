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

/** Measures the wait for a connection of this pool; returns a function that stops measuring. */
export function measurePool(pool: pg.Pool, name: string): () => void {
  open.set(pool, name)
  const waits = poolWaits.labels(name)
  const connect = pool.connect.bind(pool) as {
    (): Promise<pg.PoolClient>
    (callback: (...answer: unknown[]) => void): void
  }
  const measured = (callback?: (...answer: unknown[]) => void) => {
    const since = performance.now()
    const note = () => waits.observe((performance.now() - since) / 1000)
    if (!callback) return connect().finally(note)
    return connect((...answer) => {
      note()
      callback(...answer)
    })
  }
  pool.connect = measured as typeof pool.connect
  return () => void open.delete(pool)
}
