import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { refusalsSent, requestsWaiting } from '../metrics/measures.ts'
import { sendRawProblem } from './raw-problem.ts'
import type { TimedListener } from './response-timeout.ts'

interface Limits {
  /** Always admitted at once. */
  minConcurrent: number
  /** More are admitted if this is enough time to answer them at the recent rate. */
  concurrencyWindowMs: number
  /**
   * A request that takes longer waits for something other than a processor (a slow client, a stalled
   * database) and no longer counts as concurrent.
   */
  maxConcurrentMs: number
}

/** For a process that serves one organisation. */
const aloneLimits: Limits = {
  /** Batched bookings are faster with more of them. */
  minConcurrent: 160,
  concurrencyWindowMs: 200,
  maxConcurrentMs: 1000,
}

/**
 * For each of many organisations: one that is overloaded fills its own queue, and others are served in between. The
 * fewer are admitted, the shorter the others wait (`npm run bench -- organisations`); the slow ones hold up those of
 * their own organisation, so they soon no longer count.
 */
export const sharedLimits: Limits = { minConcurrent: 2, concurrencyWindowMs: 2, maxConcurrentMs: 250 }

/**
 * Ten times the load fills this in a second, so that refusals begin before many have waited longer. A
 * rush of 10,000 clients in five seconds fits into it (`npm run bench -- flash`).
 */
const maxQueued = 6144
const minQueued = 32
/**
 * For this time after a refusal the queue is limited to `overloadQueueMs` of work, so that a sustained
 * overload does not keep it full.
 */
const overloadMs = 4000
const overloadQueueMs = 50
/** Answers per second, until measured. */
const initialRate = 500
/** While requests are queued, the rate is measured and the queue is looked at at this interval. */
const measureIntervalMs = 250
/** Admitted requests that no longer count are looked for at most this often. */
const sweepIntervalMs = 50
const retryAfterSeconds = 5

/** Monitoring must work under load. */
const isExempt = (url = '') => url.startsWith('/api/health/') || url === '/metrics'

interface Options {
  /** The longest expected wait in the queue, at the recent rate. */
  maxQueueMs: number
  isShuttingDown: () => boolean
  /** How many requests are admitted at the same time. */
  concurrency?: Limits
}

interface Queued {
  request: IncomingMessage
  since: number
}

/**
 * Admits requests to `serve` as fast as they are answered and queues the others in order. When the queue
 * would take longer than `maxQueueMs`, the oldest requests in it are refused (503 `overloaded`) before
 * any work is done for them: the newest can still be answered in time.
 */
export function shedLoad(serve: TimedListener, { maxQueueMs, isShuttingDown, concurrency = aloneLimits }: Options): RequestListener {
  const rate = createRateMeter()
  const admitted = trackAdmitted(concurrency, rate)
  /** Oldest first. */
  const queue = new Map<ServerResponse, Queued>()
  let overloadedUntil = 0
  const metrics = createQueueMetrics()
  let measuring: NodeJS.Timeout | undefined

  /** How many requests may be queued: what is answered within the longest wait. */
  const queueLimit = (now: number): number => {
    const longestMs = now < overloadedUntil ? overloadQueueMs : maxQueueMs
    return Math.floor(Math.min(maxQueued, Math.max(minQueued, rate.countWithin(longestMs))))
  }

  const admit = (request: IncomingMessage, response: ServerResponse, now: number, arrivedAt: number): void => {
    admitted.add(response, now)
    response.once('close', () => {
      rate.countAnswer()
      if (admitted.remove(response) && queue.size > 0) admitQueued(performance.now())
    })
    serve(request, response, arrivedAt)
  }
  const admitQueued = (now: number): void => {
    for (const [response, { request, since }] of queue) {
      if (admitted.isFull()) break
      queue.delete(response)
      admit(request, response, now, since)
    }
  }

  const refuse = (response: ServerResponse, now: number): void => {
    overloadedUntil = now + overloadMs
    metrics.countRefusal()
    sendRawProblem(response, 'overloaded', { retryAfterSeconds, closing: isShuttingDown() })
  }
  const refuseOldest = (now: number): void => {
    for (const [response, { since }] of queue) {
      if (queue.size <= queueLimit(now) && now - since < maxQueueMs) break
      queue.delete(response)
      refuse(response, now)
    }
  }

  const measure = (): void => {
    const now = performance.now()
    rate.update(now)
    if (admitted.hasCapacity(now)) admitQueued(now)
    refuseOldest(now)
    metrics.report(queue.size)
    if (queue.size > 0) return
    clearInterval(measuring)
    measuring = undefined
    rate.stop()
  }
  const startMeasuring = (now: number): void => {
    if (measuring) return
    rate.start(now)
    measuring = setInterval(measure, measureIntervalMs).unref()
  }

  return (request, response) => {
    const now = performance.now()
    if (isExempt(request.url)) return serve(request, response, now)
    // Queueing a request only to refuse it soon would cost twice.
    if (now < overloadedUntil && queue.size >= queueLimit(now)) return refuse(response, now)
    if (queue.size === 0 && admitted.hasCapacity(now)) return admit(request, response, now, now)
    queue.set(response, { request, since: now })
    response.once('close', () => queue.delete(response))
    startMeasuring(now)
    refuseOldest(now)
  }
}

interface RateMeter {
  /** How many requests are answered within `ms` at the recent rate; not rounded. */
  countWithin(ms: number): number
  countAnswer(): void
  /** Begins to measure, at this reading of `performance.now()`. */
  start(now: number): void
  /** Takes what was answered since the last call into the rate. */
  update(now: number): void
  /** After the queue is empty: few answers no longer mean that more are not possible. */
  stop(): void
}

/** Measures how many requests are answered per second. */
function createRateMeter(): RateMeter {
  let perSecond: number = initialRate
  let answered = 0
  let since = 0
  const start = (now: number) => {
    answered = 0
    since = now
  }
  return {
    start,
    countWithin: ms => (perSecond * ms) / 1000,
    countAnswer() {
      answered += 1
    },
    update(now) {
      const recent = (answered * 1000) / (now - since)
      // Rises quickly and falls slowly, so that a database that stalls for a second causes no refusals.
      perSecond += (recent - perSecond) * (recent > perSecond ? 0.5 : 0.1)
      start(now)
    },
    stop() {
      perSecond = Math.max(perSecond, initialRate)
    },
  }
}

/** Counts the requests that are being answered. */
function trackAdmitted({ minConcurrent, concurrencyWindowMs, maxConcurrentMs }: Limits, rate: RateMeter) {
  /** When each was admitted, oldest first. */
  const admitted = new Map<ServerResponse, number>()
  let sweptAt = 0
  const isFull = (): boolean => admitted.size >= Math.max(minConcurrent, Math.floor(rate.countWithin(concurrencyWindowMs)))
  /** Stops counting what no longer needs a processor. */
  const sweep = (now: number): void => {
    for (const [response, since] of admitted) if (response.headersSent || now - since > maxConcurrentMs) admitted.delete(response)
  }
  return {
    isFull,
    add: (response: ServerResponse, now: number) => void admitted.set(response, now),
    /** Returns whether it still counted. */
    remove: (response: ServerResponse): boolean => admitted.delete(response),
    hasCapacity(now: number): boolean {
      if (!isFull()) return true
      if (now - sweptAt < sweepIntervalMs) return false
      sweptAt = now
      sweep(now)
      return !isFull()
    },
  }
}

/** Adds to the metrics of the process what changed since the last report; it may have several queues. */
function createQueueMetrics() {
  let refused = 0
  let waiting = 0
  return {
    countRefusal() {
      refused += 1
    },
    report(queued: number) {
      requestsWaiting.inc(queued - waiting)
      waiting = queued
      refusalsSent.inc({ code: 'overloaded' }, refused)
      refused = 0
    },
  }
}
