import type pg from 'pg'

/** How the driver calls it, and we. */
const silent = 'Query read timeout'
/** How often it is looked who is silent, while they may be for `longest`: it is noticed so much later at most. */
const looks = 40

interface Asked {
  /** How many statements wait for an answer on this connection. */
  waiting: number
  /** Since when nothing was heard, as `performance.now()` tells. */
  since: number
}

/**
 * Gives up connections that are silent for `longest` milliseconds though something was asked: what lies between may have forgotten them without a word. Answers what watches a pool, all of
 * them together: where one connection is silent, those that have rested for as long are given up too, since each would cost somebody the same wait.
 *
 * One clock looks after all of them. With the driver's own `query_timeout`, a timer for each statement, the rows of every answer were kept until all memory was
 * cleared up (docs/performance.md).
 */
export function watchForSilence(longest: number): (pool: pg.Pool) => void {
  /** Who rests, and since when. */
  const resting = new Map<pg.PoolClient, number>()
  const asked = new Map<pg.PoolClient, Asked>()
  let looking: NodeJS.Timeout | undefined

  const giveUpResting = () => {
    const late = performance.now() - longest
    // A pool lets go of whoever reports an error while resting.
    for (const [client, since] of resting) if (since < late) client.emit('error', new Error('the database is silent elsewhere'))
  }
  const look = () => {
    const late = performance.now() - longest
    for (const [client, { since }] of asked) if (since < late) giveUp(client)
    if (asked.size > 0) return
    clearInterval(looking)
    looking = undefined
  }
  /** Whoever waits is told so, and whatever is asked next, such as to roll back, does not wait behind it. */
  const giveUp = (client: pg.PoolClient) => {
    asked.delete(client)
    ;(client as unknown as { connection: pg.Connection }).connection.stream.destroy(new Error(silent))
    giveUpResting()
  }
  const ask = (client: pg.PoolClient) => {
    const now = performance.now()
    const { waiting, since } = asked.get(client) ?? { waiting: 0, since: now }
    asked.set(client, { waiting: waiting + 1, since })
    looking ??= setInterval(look, longest / looks).unref()
  }
  const hear = (client: pg.PoolClient) => {
    const before = asked.get(client)
    if (before && before.waiting > 1) asked.set(client, { waiting: before.waiting - 1, since: performance.now() })
    else asked.delete(client)
  }

  const listen = (client: pg.PoolClient) => {
    const query = client.query.bind(client) as (...words: unknown[]) => unknown
    const heard = () => hear(client)
    const asking = (...words: unknown[]) => {
      ask(client)
      const tell = words.at(-1)
      // A pool asks with a callback, whoever has the connection to themselves without.
      if (typeof tell !== 'function') {
        const answer = query(...words) as Promise<unknown>
        answer.then(heard, heard)
        return answer
      }
      const told = (...answer: unknown[]) => {
        heard()
        Reflect.apply(tell, undefined, answer)
      }
      return query(...words.slice(0, -1), told)
    }
    client.query = asking as typeof client.query
  }

  return pool => {
    pool.on('connect', listen)
    pool.on('acquire', client => resting.delete(client))
    pool.on('remove', client => {
      resting.delete(client)
      asked.delete(client)
    })
    pool.on('release', (error: Error | boolean | undefined, client) => {
      if (!error) resting.set(client, performance.now())
    })
  }
}
