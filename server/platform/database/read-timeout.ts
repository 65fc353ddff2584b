import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Acquire } from '../metrics/pools.ts'

/**
 * The driver's error after `query_timeout`. The state of the connection is unknown then: the network may
 * have dropped it silently.
 */
const isReadTimeout = (error: unknown): error is Error => error instanceof Error && error.message === 'Query read timeout'

/** The server became read-only, as after a failover: new connections may lead to another one. */
const isReadOnly = (error: unknown): error is Error => error instanceof Error && (error as { code?: string }).code === '25006'

/**
 * The pool for Kysely, which otherwise returns a connection to the pool after every error. After a read
 * timeout the connection is destroyed on release, and what follows in its transaction, such as ROLLBACK,
 * fails at once. A connection to a server that became read-only is destroyed too.
 */
export function destroyUnusable(acquire: Acquire): PostgresPool {
  return {
    async connect() {
      const client = await acquire()
      let timeout: Error | undefined
      let readOnly: Error | undefined
      const query = async (text: string, values: readonly unknown[] = []) => {
        if (timeout) throw timeout
        try {
          return await client.query(text, [...values])
        } catch (error) {
          if (isReadTimeout(error)) timeout = error
          if (isReadOnly(error)) readOnly = error
          throw error
        }
      }
      // Without cursors, which only streaming uses.
      return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(timeout ?? readOnly) }
    },
    // `connect` ends the pool.
    end: async () => {},
  }
}

/**
 * Returns a function that registers pools of one database. After a read timeout in one of them, all
 * replace the connections that have been idle for `readTimeoutMs`: each of those may be dead too, and
 * would cost another request the same wait.
 */
export function replaceIdleOnReadTimeout(readTimeoutMs: number): (pool: pg.Pool, acquire: Acquire) => void {
  const pools = new Map<pg.Pool, Acquire>()
  const usedAt = new WeakMap<pg.PoolClient, number>()

  const replaceIdle = async (pool: pg.Pool, acquire: Acquire) => {
    const idle = await Promise.allSettled(Array.from({ length: pool.idleCount }, acquire))
    const oldest = performance.now() - readTimeoutMs
    for (const { value: client } of idle.filter(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<pg.PoolClient>[]) {
      const used = usedAt.get(client) ?? Infinity
      client.release(used < oldest)
      usedAt.set(client, used)
    }
  }

  return (pool, acquire) => {
    pools.set(pool, acquire)
    pool.on('release', (error, client) => {
      usedAt.set(client, performance.now())
      if (isReadTimeout(error)) for (const [each, acquireOne] of pools) void replaceIdle(each, acquireOne)
    })
  }
}
