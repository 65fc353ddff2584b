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

const limits = {
  sweepIntervalMs: 50,
  /**
   * Ten times the load fills this in a second, so that refusals begin before many have waited longer. A
   * rush of 10,000 clients in five seconds fits into it (`npm run bench -- flash`).
   */
  maxQueued: 6144,
  minQueued: 32,
  /**
   * For this time after a refusal the queue is limited to `overloadQueueMs` of work, so that a sustained
   * overload does not keep it full.
   */
  overloadMs: 4000,
  overloadQueueMs: 50,
  /** Requests per second, until measured. */
  initialRate: 500,
  measureIntervalMs: 250,
  retryAfterSeconds: 5,
} as const

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
  /** When each was admitted, oldest first. */
  const admitted = new Map<ServerResponse, number>()
  /** Oldest first. */
  const queue = new Map<ServerResponse, Queued>()
  /** Answered per second while requests are queued. */
  let rate: number = limits.initialRate
  let overloadedUntil = 0
  let [answered, refused, measuredAt, sweptAt, reported] = [0, 0, 0, 0, 0]
  let measuring: NodeJS.Timeout | undefined

  const maxConcurrent = () => Math.max(concurrency.minConcurrent, Math.floor((rate * concurrency.concurrencyWindowMs) / 1000))
  const maxQueued = (now: number) => {
    const queueMs = now < overloadedUntil ? limits.overloadQueueMs : maxQueueMs
    return Math.floor(Math.min(limits.maxQueued, Math.max(limits.minQueued, (rate * queueMs) / 1000)))
  }

  const admit = (request: IncomingMessage, response: ServerResponse, now: number, arrivedAt: number): void => {
    admitted.set(response, now)
    response.once('close', () => finish(response))
    serve(request, response, arrivedAt)
  }
  const admitQueued = (now: number): void => {
    for (const [response, { request, since }] of queue) {
      if (admitted.size >= maxConcurrent()) break
      queue.delete(response)
      admit(request, response, now, since)
    }
  }
  const finish = (response: ServerResponse): void => {
    answered += 1
    if (admitted.delete(response) && queue.size > 0) admitQueued(performance.now())
  }
  const hasCapacity = (now: number): boolean => {
    if (admitted.size < maxConcurrent()) return true
    if (now - sweptAt < limits.sweepIntervalMs) return false
    sweptAt = now
    for (const [response, since] of admitted)
      if (response.headersSent || now - since > concurrency.maxConcurrentMs) admitted.delete(response)
    return admitted.size < maxConcurrent()
  }

  const refuse = (response: ServerResponse, now: number): void => {
    overloadedUntil = now + limits.overloadMs
    refused += 1
    sendRawProblem(response, 'overloaded', { retryAfterSeconds: limits.retryAfterSeconds, closing: isShuttingDown() })
  }
  const refuseOldest = (now: number): void => {
    for (const [response, { since }] of queue) {
      if (queue.size <= maxQueued(now) && now - since < maxQueueMs) break
      queue.delete(response)
      refuse(response, now)
    }
  }

  const measure = (): void => {
    const now = performance.now()
    const recent = (answered * 1000) / (now - measuredAt)
    // Rises quickly and falls slowly, so that a database that stalls for a second causes no refusals.
    rate += (recent - rate) * (recent > rate ? 0.5 : 0.1)
    ;[answered, measuredAt] = [0, now]
    if (hasCapacity(now)) admitQueued(now)
    refuseOldest(now)
    requestsWaiting.inc(queue.size - reported)
    reported = queue.size
    refusalsSent.inc({ code: 'overloaded' }, refused)
    refused = 0
    if (queue.size > 0) return
    clearInterval(measuring)
    measuring = undefined
    rate = Math.max(rate, limits.initialRate)
  }

  return (request, response) => {
    const now = performance.now()
    if (isExempt(request.url)) return serve(request, response, now)
    // Queueing a request only to refuse it soon would cost twice.
    if (now < overloadedUntil && queue.size >= maxQueued(now)) return refuse(response, now)
    if (queue.size === 0 && hasCapacity(now)) return admit(request, response, now, now)
    queue.set(response, { request, since: now })
    response.once('close', () => queue.delete(response))
    if (!measuring) {
      ;[answered, measuredAt] = [0, now]
      measuring = setInterval(measure, limits.measureIntervalMs).unref()
    }
    refuseOldest(now)
  }
}
