import type pg from 'pg'

const isSilence = (error: Error) => error.message === 'Query read timeout'

/**
 * Gives up connections that are silent: what lies between may have forgotten them without a word. Answers what watches a pool, all of them together: where one connection is silent, those
 * that have rested for as long are given up too, since each would cost somebody the same wait. `longest`, in milliseconds: the pools' `query_timeout`.
 */
export function watchForSilence(longest: number): (pool: pg.Pool) => void {
  /** Who rests, and since when. */
  const resting = new Map<pg.PoolClient, number>()
  const giveUpResting = () => {
    const late = performance.now() - longest
    // A pool lets go of whoever reports an error while resting.
    for (const [client, since] of resting) if (since < late) client.emit('error', new Error('the database is silent elsewhere'))
  }

  /** The driver reports that no answer came, and keeps the connection: whatever is asked next, such as to roll back, would wait behind it. */
  const listen = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown
    const giveUp = (error: Error) => {
      if (!isSilence(error)) return
      void (client as unknown as pg.Client).end()
      giveUpResting()
    }
    const asking = (...asked: unknown[]) => {
      const answer = query(...asked)
      if (answer instanceof Promise) answer.catch(giveUp)
      return answer
    }
    client.query = asking as typeof client.query
  }

  return pool => {
    pool.on('connect', listen)
    pool.on('acquire', client => resting.delete(client))
    pool.on('remove', client => resting.delete(client))
    pool.on('release', (error: Error | boolean | undefined, client) => {
      if (!error) resting.set(client, performance.now())
      // What the pool itself was asked; it has let go of that one.
      else if (error instanceof Error && isSilence(error)) giveUpResting()
    })
  }
}
