import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { refusalsSent, requestsWaiting } from '../metrics/measures.ts'
import { readyRefusal } from './ready-refusal.ts'

/** So many are inside at least: what goes together (database/batch.ts) is fuller the more there are. */
const leastInside = 160
/** And as many as are answered within this, by how many lately were. In milliseconds. */
const insideFor = 250
/** Whoever is inside for longer waits for something other than a processor (a slow sender or reader, a database that stalls) and keeps nobody out. In milliseconds. */
const placeFor = 1000
/** Room for a rush. */
const mostWaiting = 16_384
/** So many may wait even then. */
const leastWaiting = 32
/** For so long after anybody was refused, few wait: as many as are answered within `shortWait`. In milliseconds. */
const calmAfter = 4000
const shortWait = 50
/** A second, until it is known. */
const usualRate = 500
/** When those who are refused should come again, in seconds. */
const comeAgainAfter = 5

/** Told by whoever watches, most of all under load. */
const isExempt = (url = '') => url.startsWith('/api/health/') || url === '/metrics'

const overloaded = readyRefusal('overloaded', comeAgainAfter)

interface Options {
  /** A rush waits for so long at most, by how many were lately answered. In milliseconds. */
  patience: number
  /** Whether connections end with their answer. */
  isLeaving: () => boolean
}

interface Waiting {
  request: IncomingMessage
  since: number
}

/**
 * Lets requests in to `serve` as fast as they are answered. A rush waits outside, in its order; where that would take too long it is an overload, and whoever has waited
 * longest is refused (503 `overloaded`) before any work is done.
 */
export function admitRequests(serve: RequestListener, { patience, isLeaving }: Options): RequestListener {
  /** When each went in, the first one first. */
  const inside = new Map<ServerResponse, number>()
  /** In the order they came. */
  const line = new Map<ServerResponse, Waiting>()
  /** Answered a second, while somebody waits. */
  let rate = usualRate
  let crowdedUntil = 0
  let [answered, sentAway, looked, swept] = [0, 0, 0, 0]
  let looking: NodeJS.Timeout | undefined

  /** How many may be inside. */
  const places = (): number => Math.max(leastInside, Math.floor((rate * insideFor) / 1000))
  /** How many may wait. */
  const most = (now: number): number =>
    Math.floor(Math.min(mostWaiting, Math.max(leastWaiting, (rate * (now < crowdedUntil ? shortWait : patience)) / 1000)))

  const enter = (request: IncomingMessage, reply: ServerResponse, now: number): void => {
    inside.set(reply, now)
    reply.once('close', () => leave(reply))
    serve(request, reply)
  }
  const letIn = (now: number): void => {
    for (const [reply, { request }] of line) {
      if (inside.size >= places()) break
      line.delete(reply)
      enter(request, reply, now)
    }
  }
  const leave = (reply: ServerResponse): void => {
    answered += 1
    if (inside.delete(reply) && line.size > 0) letIn(performance.now())
  }
  /** Whether there is a place. */
  const hasPlace = (now: number): boolean => {
    if (inside.size < places()) return true
    if (now - swept < 50) return false
    swept = now
    for (const [reply, since] of inside) if (reply.headersSent || now - since > placeFor) inside.delete(reply)
    return inside.size < places()
  }

  const sendAway = (reply: ServerResponse, now: number): void => {
    crowdedUntil = now + calmAfter
    sentAway += 1
    overloaded.send(reply, isLeaving())
  }
  /** Whatever is kept for as long as it takes others to come costs twice. */
  const isFull = (now: number): boolean => now < crowdedUntil && line.size >= most(now)
  /** Refuses from the front: who came last can still be answered in time. */
  const shed = (now: number): void => {
    for (const [reply, { since }] of line) {
      if (line.size <= most(now) && now - since < patience) break
      line.delete(reply)
      sendAway(reply, now)
    }
  }

  const look = (): void => {
    const now = performance.now()
    const lately = (answered * 1000) / (now - looked)
    // Known soon; a database that stalls for a second is no reason to refuse anybody.
    rate += (lately - rate) * (lately > rate ? 0.5 : 0.1)
    ;[answered, looked] = [0, now]
    if (hasPlace(now)) letIn(now)
    shed(now)
    requestsWaiting.set(line.size)
    refusalsSent.inc({ code: 'overloaded' }, sentAway)
    sentAway = 0
    if (line.size > 0) return
    clearInterval(looking)
    looking = undefined
    rate = Math.max(rate, usualRate)
  }

  return (request, reply) => {
    if (isExempt(request.url)) return serve(request, reply)
    const now = performance.now()
    if (isFull(now)) return sendAway(reply, now)
    if (line.size === 0 && hasPlace(now)) return enter(request, reply, now)
    line.set(reply, { request, since: now })
    reply.once('close', () => line.delete(reply))
    if (!looking) {
      ;[answered, looked] = [0, now]
      looking = setInterval(look, 250).unref()
    }
    shed(now)
  }
}
