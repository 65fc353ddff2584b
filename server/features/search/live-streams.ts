import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { SeatsChanged } from '#contract/search.ts'
import { livePages } from '../../platform/metrics/measures.ts'
import type { App } from '../../platform/http/platform.ts'
import { supportTypeOfSchedule } from './queries.ts'

const heartbeatEvery = 25_000
/** A proxy or browser that reads slower than this much is cut off; it comes back by itself and asks anew. */
const mostBuffered = 256 * 1024

/**
 * Server-sent events for open booking pages: PostgreSQL tells this server of every seat and session that changes, on whichever server it was changed,
 * and each page hears of its own support type. After a gap pages are told to look anew (`event: schedules`).
 */
export function openLiveStreams({ http, platform: { db, live } }: App) {
  const readers = new Map<string, Set<ServerResponse>>()
  const supportTypes = new Map<string, Promise<string | null>>()

  const send = (reader: ServerResponse, event: string, data: unknown) => {
    if (reader.writableLength > mostBuffered) reader.destroy()
    else reader.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  const tell = (supportTypeId: string, event: string, data: unknown) =>
    readers.get(supportTypeId)?.forEach(reader => send(reader, event, data))
  const tellAll = (event: string, data: unknown) => readers.forEach(set => set.forEach(reader => send(reader, event, data)))

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
    const supportTypeId = await supportTypeOf(change.schedule_id).catch(() => null)
    if (supportTypeId) tell(supportTypeId, 'seats', change)
  }
  const onSchedules = (supportTypeId: string) => {
    supportTypes.clear() // a draft may have been published, or have changed its kind
    tell(supportTypeId, 'schedules', {})
  }
  const onGap = () => tellAll('schedules', {})
  live.on('seats', onSeats).on('schedules', onSchedules).on('gap', onGap)

  const heartbeat = setInterval(() => readers.forEach(set => set.forEach(reader => reader.write(':\n\n'))), heartbeatEvery).unref()
  http.addHook('preClose', async () => {
    clearInterval(heartbeat)
    live.off('seats', onSeats).off('schedules', onSchedules).off('gap', onGap)
    readers.forEach(set => set.forEach(reader => reader.end()))
  })

  return {
    open(reply: FastifyReply, supportTypeId: string): FastifyReply {
      reply.hijack()
      const reader = reply.raw
      reader.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        // Nobody asks for anything else on it, so nothing keeps it open once the stream has ended.
        connection: 'close',
      })
      reader.write('retry: 2000\n\n')
      const set = readers.get(supportTypeId) ?? new Set()
      readers.set(supportTypeId, set.add(reader))
      livePages.inc()
      reader.on('close', () => {
        set.delete(reader)
        livePages.dec()
        if (set.size === 0 && readers.get(supportTypeId) === set) readers.delete(supportTypeId)
      })
      return reply
    },
  }
}
