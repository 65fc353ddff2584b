import type { CompiledQuery } from 'kysely'
import type { Acquire } from '../metrics/pools.ts'
import type { Connection } from './connection.ts'

/**
 * Runs a statement that each connection of a pool prepares once under its name. A name always has the same
 * text.
 */
export type PreparedPool = <Row extends object>(name: string, query: Pick<CompiledQuery<Row>, 'sql' | 'parameters'>) => Promise<Row[]>

/** The prepared statements of a pool. An error costs its connection, so expected refusals must be rows. */
export function openPreparedPool(acquire: Acquire): PreparedPool {
  const run: PreparedPool = async <Row extends object>(name: string, { sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>) => {
    const client = await acquire()
    try {
      const { rows } = await client.query<Row>({ name, text: sql, values: [...parameters] })
      client.release()
      return rows
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }
  // Without parameters the result is the same for every caller.
  const coalesced = new Map<string, () => Promise<object[]>>()
  return async <Row extends object>(name: string, query: Pick<CompiledQuery<Row>, 'sql' | 'parameters'>) => {
    if (query.parameters.length > 0) return run<Row>(name, query)
    const runOnce = coalesced.get(name) ?? coalesce(() => run(name, query))
    coalesced.set(name, runOnce)
    return (await runOnce()) as Row[]
  }
}

/**
 * Runs one at a time. Calls share a run that begins after them: what was written before a call is in its
 * result.
 */
function coalesce<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<Result> | undefined
  const begin = async (previous: Promise<unknown>) => {
    await Promise.allSettled([previous, new Promise(setImmediate)])
    next = undefined
    return run()
  }
  return () => {
    if (!next) last = next = begin(last)
    return next
  }
}

/** Runs a query on connections that keep its plan, or on the transaction's own connection within one. */
export const executePrepared = async <Row extends object>(
  db: Connection,
  name: string,
  query: CompiledQuery<Row>,
  priority: boolean,
): Promise<Row[]> => {
  if (!db.preparedPools) return (await db.executeQuery(query)).rows
  return db.preparedPools[priority ? 'priority' : 'lists'](name, query)
}
