import type pg from 'pg'
import type { Acquire } from '../metrics/pools.ts'
import { createScheduler, type Done, NoConnection, type Queue, type Scheduler, type Share } from './connection-scheduler.ts'

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

/** Behind a silent network, the end of a connection is never seen. */
const maxEndMs = 1000
const reservedPart = 1 / 2

/** The connections of one organisation, and those that its pools are opening. */
interface OpenShare extends Share {
  /** Calls of `pool.connect` that were made to open a connection and have no answer yet. */
  opening: number
  /**
   * One for each connection that is counted although the driver may open it a moment later. Calling it stops counting.
   * There are never more of them than `opening`.
   */
  announced: (() => void)[]
  /** Connections that are being closed for a caller of another pool. */
  givenUp: WeakSet<pg.ClientBase>
}

/** The organisations of one PostgreSQL server divide `max` connections as `createScheduler` says. */
export function openConnectionBudget(max: number): ConnectionBudget {
  const scheduler = createScheduler(max)
  let reserved = 0
  const canReserve = () => reserved < Math.floor(max * reservedPart)

  return {
    canReserve,
    readUse: () => ({ max, used: scheduler.counts.used, waiting: scheduler.counts.waiting }),

    openShare() {
      const share: OpenShare = { held: 0, opening: 0, announced: [], givenUp: new WeakSet() }
      const unpooled = createUnpooledQueue(share)
      return {
        ...countClients(scheduler, share),
        join: (pool, size) => joinPool(scheduler, share, pool, size),

        async reserve() {
          if (!canReserve()) throw new NoConnection()
          reserved += 1
          try {
            const stopCounting = await scheduler.wait<() => void>(
              unpooled,
              done => done(undefined, scheduler.count(share)),
              late => late(),
            )
            return () => {
              reserved -= 1
              stopCounting()
            }
          } catch (error) {
            reserved -= 1
            throw error
          }
        },
      }
    },
  }
}

/** Counts each connection of a share until it has ended. */
function countClients(scheduler: Scheduler, share: OpenShare): Pick<ConnectionShare, 'count' | 'countEnding'> {
  const ends = new WeakMap<pg.Client, () => void>()
  return {
    count(client) {
      const stopCounting = share.announced.shift() ?? scheduler.count(share)
      const end = () => {
        if (share.givenUp.delete(client)) scheduler.counts.closing -= 1
        stopCounting()
      }
      ends.set(client, end)
      client.once('end', end)
    },
    countEnding(client) {
      const end = ends.get(client)
      if (end) setTimeout(end, maxEndMs).unref()
    },
  }
}

/** Lets callers of a pool wait for its connections, and closes idle ones for the callers of others. */
function joinPool(scheduler: Scheduler, share: OpenShare, pool: pg.Pool, size: number): PoolEntrance {
  const { counts, queues } = scheduler
  /** Idle connections that are about to be handed out. */
  let handed = 0
  const idleSince = new Map<pg.PoolClient, number>()

  const connect = (done: Done<pg.PoolClient>) => (queue.countIdle() > 0 ? useIdle(done) : open(done))
  const useIdle = (done: Done<pg.PoolClient>) => {
    handed += 1
    pool.connect((error, client) => {
      handed -= 1
      done(error, client)
    })
  }
  const open = (done: Done<pg.PoolClient>) => {
    share.announced.push(scheduler.count(share))
    share.opening += 1
    counts.connecting += 1
    pool.connect((error, client) => {
      share.opening -= 1
      counts.connecting -= 1
      // The driver opens none if it failed, or if one became idle meanwhile.
      while (share.announced.length > share.opening) share.announced.pop()?.()
      done(error, client)
      scheduler.serve()
    })
  }

  const queue: Queue = {
    share,
    waiting: [],
    isEmpty: () => pool.totalCount === 0,
    countIdle: () => pool.idleCount - handed,
    idleSince: () => (queue.countIdle() > 0 ? Math.min(...idleSince.values()) : Infinity),
    hasRoom: promised => queues.has(queue) && pool.totalCount + pool.waitingCount - handed + promised < size,
    closeIdle() {
      counts.closing += 1
      connect((_error, client) => {
        if (!client) return void (counts.closing -= 1)
        share.givenUp.add(client)
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
    if (counts.waiting > 0) queueMicrotask(scheduler.serve)
  })
  return {
    acquire: () => scheduler.wait(queue, connect, client => client.release()),
    countWaiting: () => queue.waiting.length,
    leave: () => void queues.delete(queue),
  }
}

/** Where callers wait for a connection that is in no pool. */
const createUnpooledQueue = (share: Share): Queue => ({
  share,
  waiting: [],
  isEmpty: () => true,
  countIdle: () => 0,
  idleSince: () => Infinity,
  hasRoom: () => true,
  closeIdle: () => {},
})
