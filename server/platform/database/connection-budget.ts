import type pg from 'pg'
import type { Acquire } from '../metrics/pools.ts'

/** What several organisations may use of one PostgreSQL server together. */
export interface ConnectionBudget {
  openShare(): ConnectionShare
  /** Connections that are in no pool have half of the budget together. */
  canReserve(): boolean
  /** `max` counts all connections; `waiting` counts callers. */
  readUse(): { max: number; used: number; waiting: number }
}

/** The connections of one organisation. */
export interface ConnectionShare {
  /** Counts a new connection until it has ended. */
  count(client: pg.Client): void
  /** The connection is being closed: it counts for `maxEndMs` more at most. */
  countEnding(client: pg.Client): void
  /** From now on callers of the pool wait here. `size`: the most connections that it has. */
  join(pool: pg.Pool, size: number): PoolEntrance
  /**
   * Takes one connection that is in no pool, such as the one that listens; answers a function that gives it back.
   * Rejects after 2 s, and at once where `canReserve` is false.
   */
  reserve(): Promise<() => void>
}

/** Where the callers of a pool wait for a connection: for 2 s at most, then `acquire` rejects. */
export interface PoolEntrance {
  acquire: Acquire
  countWaiting(): number
  /** After the pool has ended. */
  leave(): void
}

const maxWaitMs = 2000
/**
 * A pool gets a further connection for a caller that has waited this long: opening one takes as long as many queries.
 * So does a pool without any from those that have one.
 */
const turnMs = 100
/** A connection that was not used for this long goes to any caller. */
const idleMs = 500
/** Both times pass without an event. */
const lookMs = 50
/** Of connections that are being opened; meanwhile callers may get one that becomes idle. */
const maxConnecting = 4
/** Behind a silent network, the end of a connection is never seen. */
const maxEndMs = 1000
const reservedPart = 1 / 2

/** As the driver's pool says it. */
class NoConnection extends Error {
  override message = 'timeout exceeded when trying to connect'
}

interface Share {
  held: number
}

interface Queue {
  share: Share
  /** Oldest first. */
  waiting: Waiter[]
  isEmpty(): boolean
  countIdle(): number
  /** When the idle connection that waits the longest was used; Infinity without one. */
  idleSince(): number
  /** Whether it may open a connection more than it has and `coming`. */
  hasRoom(coming: number): boolean
  closeIdle(): void
}

interface Waiter {
  since: number
  begin(): void
}

const since = ({ waiting }: Queue) => waiting[0]?.since ?? Infinity
const hasWaited = (queue: Queue) => performance.now() - since(queue) >= turnMs

type Done<Value> = (error: Error | undefined, value?: Value) => void

/**
 * Divides at most `max` connections between organisations. While some callers wait, idle connections are closed for
 * them; the organisation with the fewest connections is served first, and one that holds more gives its connections up
 * one after the other. So each gets the same number, or as many as it needs.
 */
export function openConnectionBudget(max: number): ConnectionBudget {
  const queues = new Set<Queue>()
  /** Those in which callers wait, and some that are empty again: few, where an installation may have hundreds. */
  const crowded = new Set<Queue>()
  /** Connections that are being closed for a caller. */
  const givenUp = new WeakSet<pg.ClientBase>()
  let [used, reserved, closing, connecting, waiters] = [0, 0, 0, 0, 0]
  let looking: NodeJS.Timeout | undefined

  const closeIdleFor = (queue: Queue, coming: number): boolean => {
    const now = performance.now()
    const holds = queue.share.held + coming
    const hasTurn = coming === 0 && queue.isEmpty() && hasWaited(queue)
    const gives = (other: Queue) => {
      if (other === queue || other.countIdle() === 0) return false
      if (other.share === queue.share) return (other.waiting.length === 0 && queue.isEmpty()) || hasTurn
      return other.share.held > holds + (hasTurn ? 0 : 1)
    }
    const [oldest] = [...queues].toSorted((a, b) => a.idleSince() - b.idleSince())
    const isForgotten = oldest && now - oldest.idleSince() >= idleMs
    const giver = isForgotten ? oldest : [...queues].filter(gives).toSorted((a, b) => b.share.held - a.share.held)[0]
    giver?.closeIdle()
    return giver !== undefined
  }

  /** Lets those begin for whom there is a connection, and closes idle ones for the others. */
  const serve = (): void => {
    if (waiters === 0) {
      clearInterval(looking)
      looking = undefined
      return
    }
    looking ??= setInterval(serve, lookMs).unref()
    let ending = closing
    for (const queue of crowded) if (queue.waiting.length === 0) crowded.delete(queue)
    const inOrder = [...crowded].toSorted((a, b) => a.share.held - b.share.held || since(a) - since(b))
    for (const queue of inOrder) {
      for (let coming = 0; coming < queue.waiting.length;) {
        if (queue.countIdle() > 0) queue.waiting.shift()?.begin()
        else if (connecting >= maxConnecting || !(queue.isEmpty() || hasWaited(queue))) break
        else if (used < max && queue.hasRoom(coming)) queue.waiting.shift()?.begin()
        else if (queue.hasRoom(coming) && (ending > 0 || closeIdleFor(queue, coming))) {
          ending = Math.max(0, ending - 1)
          coming += 1
        } else break
      }
    }
  }

  const wait = <Value>(queue: Queue, begin: (done: Done<Value>) => void, giveBack: (value: Value) => void): Promise<Value> =>
    new Promise((resolve, reject) => {
      let late = false
      const done: Done<Value> = (error, value) => {
        clearTimeout(timer)
        if (late && value) giveBack(value)
        else if (value) resolve(value)
        else reject(error ?? new NoConnection())
      }
      const waiter: Waiter = { since: performance.now(), begin: () => ((waiters -= 1), begin(done)) }
      const timer = setTimeout(() => {
        late = true
        const index = queue.waiting.indexOf(waiter)
        if (index !== -1) {
          queue.waiting.splice(index, 1)
          waiters -= 1
        }
        reject(new NoConnection())
      }, maxWaitMs)
      waiters += 1
      if (queue.waiting.length === 0 && queue.countIdle() > 0) return waiter.begin()
      queue.waiting.push(waiter)
      crowded.add(queue)
      serve()
    })

  /** Counts one connection; answers a function that stops counting it. */
  const take = (share: Share): (() => void) => {
    let counted = true
    used += 1
    share.held += 1
    return () => {
      if (!counted) return
      counted = false
      used -= 1
      share.held -= 1
      serve()
    }
  }

  const canReserve = () => reserved < Math.floor(max * reservedPart)

  const openShare = (): ConnectionShare => {
    const share: Share = { held: 0 }
    /** Connections that pools are about to open, counted already: the driver may do it a moment later. */
    const announced: (() => void)[] = []
    let opening = 0
    const ends = new WeakMap<pg.Client, () => void>()
    const single: Queue = {
      share,
      waiting: [],
      isEmpty: () => true,
      countIdle: () => 0,
      idleSince: () => Infinity,
      hasRoom: () => true,
      closeIdle: () => {},
    }

    return {
      count(client) {
        const giveBack = announced.shift() ?? take(share)
        const end = () => {
          if (givenUp.delete(client)) closing -= 1
          giveBack()
        }
        ends.set(client, end)
        client.once('end', end)
      },
      countEnding(client) {
        const end = ends.get(client)
        if (end) setTimeout(end, maxEndMs).unref()
      },

      join(pool, size) {
        /** Idle connections that are about to be handed out. */
        let handed = 0
        const idleSince = new Map<pg.PoolClient, number>()
        const connect = (done: Done<pg.PoolClient>) => {
          const isIdle = queue.countIdle() > 0
          if (isIdle) handed += 1
          else {
            announced.push(take(share))
            opening += 1
            connecting += 1
          }
          pool.connect((error, client) => {
            if (isIdle) handed -= 1
            else {
              opening -= 1
              connecting -= 1
            }
            // One that became idle meanwhile was enough.
            while (announced.length > opening) announced.pop()?.()
            done(error, client)
            if (!isIdle) serve()
          })
        }
        const queue: Queue = {
          share,
          waiting: [],
          isEmpty: () => pool.totalCount === 0,
          countIdle: () => pool.idleCount - handed,
          idleSince: () => (queue.countIdle() > 0 ? Math.min(...idleSince.values()) : Infinity),
          hasRoom: coming => queues.has(queue) && pool.totalCount + pool.waitingCount - handed + coming < size,
          closeIdle() {
            closing += 1
            connect((_error, client) => {
              if (!client) return void (closing -= 1)
              givenUp.add(client)
              client.release(true)
            })
          },
        }
        queues.add(queue)
        pool.on('acquire', client => idleSince.delete(client))
        pool.on('remove', client => idleSince.delete(client))
        pool.on('release', (_error, client) => {
          idleSince.set(client, performance.now())
          // After the pool has taken it back.
          if (waiters > 0) queueMicrotask(serve)
        })
        return {
          acquire: () => wait(queue, connect, client => client.release()),
          countWaiting: () => queue.waiting.length,
          leave: () => void queues.delete(queue),
        }
      },

      async reserve() {
        if (!canReserve()) throw new NoConnection()
        reserved += 1
        try {
          const giveBack = await wait<() => void>(
            single,
            done => done(undefined, take(share)),
            late => late(),
          )
          return () => {
            reserved -= 1
            giveBack()
          }
        } catch (error) {
          reserved -= 1
          throw error
        }
      },
    }
  }

  return { openShare, canReserve, readUse: () => ({ max, used, waiting: waiters }) }
}
