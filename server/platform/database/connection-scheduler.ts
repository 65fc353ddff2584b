/** Callers wait this long for a connection, then they are refused. */
const maxWaitMs = 2000
/**
 * A pool gets a further connection for a caller that has waited this long: opening one takes as long as many queries.
 * A pool without any connection then also takes one from an organisation that holds only one more.
 */
const turnAfterMs = 100
/** A connection that was not used for this long is closed for any caller. */
const unusedMs = 500
/** Both times pass without an event, so waiting callers are looked at again at this interval. */
const recheckIntervalMs = 50
/** At most this many connections are opened at the same time; meanwhile callers may get one that becomes idle. */
const maxConnecting = 4

/** As the driver's pool says it, so that callers handle both alike. */
export class NoConnection extends Error {
  override message = 'timeout exceeded when trying to connect'
}

/** The connections of one organisation, in all its pools. */
export interface Share {
  /** Open connections, and those that are about to be opened. */
  held: number
}

/** The waiting callers of one pool, and what the pool says about its connections. */
export interface Queue {
  share: Share
  /** Oldest first. */
  waiting: Waiter[]
  /** Whether the pool has no connection at all, busy or idle. */
  isEmpty(): boolean
  countIdle(): number
  /** When the connection that is idle for the longest was last used; Infinity without an idle one. */
  idleSince(): number
  /** Whether the pool may open a connection more than it has and `promised`. */
  hasRoom(promised: number): boolean
  closeIdle(): void
}

interface Waiter {
  since: number
  begin(): void
}

/** Answers a request for a connection: with an error, or with the connection. */
export type Done<Value> = (error: Error | undefined, value?: Value) => void

/** What the scheduler counts, in connections; `waiting` in callers. */
interface Counts {
  used: number
  /** Being opened. */
  connecting: number
  /** Being closed for a caller of another pool. */
  closing: number
  waiting: number
}

/** Decides which waiting caller gets the next connection. Pools raise and lower `connecting` and `closing`. */
export interface Scheduler {
  counts: Counts
  /** Pools that take part. */
  queues: Set<Queue>
  /** Counts one connection of the share; returns a function that stops counting it. */
  count(share: Share): () => void
  /**
   * Calls `begin` when it is the caller's turn, and resolves to what `begin` is done with. Rejects after 2 s; what
   * comes later goes to `giveBack`.
   */
  wait<Value>(queue: Queue, begin: (done: Done<Value>) => void, giveBack: (value: Value) => void): Promise<Value>
  /** To be called when a connection has become idle or was opened. */
  serve(): void
}

const oldestWaiterSince = ({ waiting }: Queue) => waiting[0]?.since ?? Infinity
const hasWaited = (queue: Queue) => performance.now() - oldestWaiterSince(queue) >= turnAfterMs

/**
 * Whether `other` gives up an idle connection for `queue`, for whose callers `promised` connections are being closed
 * already.
 */
function mustGive(other: Queue, queue: Queue, promised: number): boolean {
  if (other === queue || other.countIdle() === 0) return false
  const hasTurn = promised === 0 && queue.isEmpty() && hasWaited(queue)
  if (other.share === queue.share) return hasTurn || (queue.isEmpty() && other.waiting.length === 0)
  // Two organisations that differ by one would otherwise pass a connection to and fro.
  const margin = hasTurn ? 0 : 1
  return other.share.held > queue.share.held + promised + margin
}

/** The pool that gives up an idle connection for `queue`: one that does not use it, or the organisation with the most. */
function chooseGiver(queues: Iterable<Queue>, queue: Queue, promised: number): Queue | undefined {
  const [longestIdle] = [...queues].toSorted((a, b) => a.idleSince() - b.idleSince())
  if (longestIdle && performance.now() - longestIdle.idleSince() >= unusedMs) return longestIdle
  return [...queues].filter(other => mustGive(other, queue, promised)).toSorted((a, b) => b.share.held - a.share.held)[0]
}

/**
 * Divides at most `max` connections between organisations. While callers wait, idle connections are closed for them. The
 * organisation with the fewest connections is served first, and one that holds more gives its connections up one after
 * the other. So each gets the same number, or as many as it needs.
 */
export function createScheduler(max: number): Scheduler {
  const counts: Counts = { used: 0, connecting: 0, closing: 0, waiting: 0 }
  const queues = new Set<Queue>()
  /** Queues with callers, and some that are empty again: few, where an installation may have hundreds. */
  const crowded = new Set<Queue>()
  let rechecking: NodeJS.Timeout | undefined

  /** The fewest connections first, then the longest wait. */
  const queuesInOrder = (): Queue[] => {
    for (const queue of crowded) if (queue.waiting.length === 0) crowded.delete(queue)
    return [...crowded].toSorted((a, b) => a.share.held - b.share.held || oldestWaiterSince(a) - oldestWaiterSince(b))
  }

  const closeIdleFor = (queue: Queue, promised: number): boolean => {
    const giver = chooseGiver(queues, queue, promised)
    giver?.closeIdle()
    return giver !== undefined
  }

  /**
   * Serves the callers of one pool as far as there are connections. For the next ones it promises connections that are
   * being closed: those `unclaimed` first, of which it returns the rest, then further ones.
   */
  const serveQueue = (queue: Queue, unclaimed: number): number => {
    let promised = 0
    while (promised < queue.waiting.length) {
      const mayOpen = counts.connecting < maxConnecting && (queue.isEmpty() || hasWaited(queue)) && queue.hasRoom(promised)
      if (queue.countIdle() > 0 || (mayOpen && counts.used < max)) {
        queue.waiting.shift()?.begin()
      } else {
        if (!mayOpen) break
        if (unclaimed > 0) unclaimed -= 1
        else if (!closeIdleFor(queue, promised)) break
        promised += 1
      }
    }
    return unclaimed
  }

  const serve = (): void => {
    if (counts.waiting === 0) {
      clearInterval(rechecking)
      rechecking = undefined
      return
    }
    rechecking ??= setInterval(serve, recheckIntervalMs).unref()
    let unclaimed = counts.closing
    for (const queue of queuesInOrder()) unclaimed = serveQueue(queue, unclaimed)
  }

  const removeWaiter = ({ waiting }: Queue, waiter: Waiter): void => {
    const index = waiting.indexOf(waiter)
    if (index === -1) return
    waiting.splice(index, 1)
    counts.waiting -= 1
  }

  return {
    counts,
    queues,
    serve,

    count(share) {
      let isCounted = true
      counts.used += 1
      share.held += 1
      return () => {
        if (!isCounted) return
        isCounted = false
        counts.used -= 1
        share.held -= 1
        serve()
      }
    },

    wait: (queue, begin, giveBack) =>
      new Promise((resolve, reject) => {
        let isLate = false
        const timer = setTimeout(() => {
          isLate = true
          removeWaiter(queue, waiter)
          reject(new NoConnection())
        }, maxWaitMs)
        const waiter: Waiter = {
          since: performance.now(),
          begin() {
            counts.waiting -= 1
            begin((error, value) => {
              clearTimeout(timer)
              if (isLate && value) giveBack(value)
              else if (value) resolve(value)
              else reject(error ?? new NoConnection())
            })
          },
        }
        counts.waiting += 1
        if (queue.waiting.length === 0 && queue.countIdle() > 0) return waiter.begin()
        queue.waiting.push(waiter)
        crowded.add(queue)
        serve()
      }),
  }
}
