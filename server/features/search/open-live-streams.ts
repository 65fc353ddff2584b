import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SeatsChanged } from '#contract/search.ts'
import { livePages } from '../../platform/metrics/measures.ts'
import type { App } from '../../platform/http/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import { supportTypeOfSchedule } from './queries.ts'

const heartbeatMs = 25_000
/** Buffer limit of a slow reader in bytes. It is disconnected, reconnects and reloads. */
const maxBufferedBytes = 256 * 1024
/**
 * A stream ends after 10 to 12 minutes, so that a forgotten one holds no place. Pages open the next by
 * themselves, and not all at once.
 */
const lifetimeMs = () => 60_000 * (10 + 2 * Math.random())

/** The topic of the desks that show the day; the other topics are support types. */
const dayTopic = 'day'

/**
 * Server-sent events for open booking pages and desks. PostgreSQL notifies each server of changed seats,
 * sessions, attendance and other public data. A booking page receives the first two of its support type and that
 * public data changed, a desk only that something changed. After a gap, pages are told to reload (`event: schedules`,
 * `event: changed`).
 */
export function openLiveStreams(
  { http, platform: { db, live, streams } }: App,
  { lifetime = lifetimeMs, beatMs = heartbeatMs }: { lifetime?: () => number; beatMs?: number } = {},
) {
  const readers = new Map<string, Set<ServerResponse>>()
  /** Of desks: admits their caller again. */
  const desks = new Map<ServerResponse, NonNullable<FastifyRequest['readmit']>>()
  const supportTypes = new Map<string, Promise<string | null>>()

  const send = (reader: ServerResponse, event: string, data: unknown) => {
    if (reader.writableLength > maxBufferedBytes) reader.destroy()
    else reader.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const tell = (supportTypeId: string, event: string, data: unknown) =>
    readers.get(supportTypeId)?.forEach(reader => send(reader, event, data))
  const notifyDesks = () => tell(dayTopic, 'changed', {})

  const supportTypeOf = (scheduleId: string) => {
    const known = supportTypes.get(scheduleId)
    if (known) return known
    if (supportTypes.size > 50_000) supportTypes.clear()
    const asked = supportTypeOfSchedule(db, scheduleId)
    supportTypes.set(scheduleId, asked)
    asked.catch(() => supportTypes.delete(scheduleId))
    return asked
  }

  const onSeats = async (change: SeatsChanged) => {
    if (readers.size === 0) return
    notifyDesks()
    const supportTypeId = await supportTypeOf(change.schedule_id).catch(() => null)
    if (supportTypeId) tell(supportTypeId, 'seats', change)
  }
  const onSchedules = (supportTypeId: string) => {
    supportTypes.clear() // a draft may have been published, or have changed its kind
    tell(supportTypeId, 'schedules', {})
    notifyDesks()
  }
  const tellBookingPages = (event: string) => readers.forEach((_, topic) => void (topic !== dayTopic && tell(topic, event, {})))
  const onPublic = () => tellBookingPages('public')
  const onGap = () => {
    tellBookingPages('schedules')
    onPublic()
    notifyDesks()
  }
  live.on('seats', onSeats).on('schedules', onSchedules).on('public', onPublic).on('attendance', notifyDesks).on('gap', onGap)

  /** Ends the streams of callers who may not read them any more. An open page is no use of a session. */
  const endRefused = () =>
    desks.forEach((readmit, reader) =>
      readmit({ isUse: false }).then(
        refusal => void (refusal && reader.end()),
        // As long as the database is away.
        () => {},
      ),
    )
  const beat = () => {
    readers.forEach(set => set.forEach(reader => reader.write(':\n\n')))
    endRefused()
  }
  const heartbeat = setInterval(beat, beatMs).unref()
  http.addHook('preClose', async () => {
    clearInterval(heartbeat)
    live.off('seats', onSeats).off('schedules', onSchedules).off('public', onPublic).off('attendance', notifyDesks).off('gap', onGap)
    readers.forEach(set => set.forEach(reader => reader.end()))
  })

  return {
    /** Refuses a stream if its address or the server holds too many. */
    open({ ip, readmit }: Pick<FastifyRequest, 'ip' | 'readmit'>, reply: FastifyReply, topic: string = dayTopic): FastifyReply | Refusal {
      const reader = reply.raw
      const release = streams.admit(ip)
      if (release instanceof Refusal) return release
      reply.hijack()
      // The client disconnected during the lookup, so `close` would never fire.
      if (reader.destroyed) {
        release()
        return reply
      }
      reader.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        // The connection carries no further requests, so it closes with the stream.
        connection: 'close',
      })
      reader.write('retry: 2000\n\n')
      const set = readers.get(topic) ?? new Set()
      readers.set(topic, set.add(reader))
      if (topic === dayTopic && readmit) desks.set(reader, readmit)
      livePages.inc()
      const end = setTimeout(() => reader.end(), lifetime()).unref()
      reader.on('close', () => {
        clearTimeout(end)
        release()
        set.delete(reader)
        desks.delete(reader)
        livePages.dec()
        if (set.size === 0 && readers.get(topic) === set) readers.delete(topic)
      })
      return reply
    },
  }
}
