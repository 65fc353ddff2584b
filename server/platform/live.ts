import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { SeatsChanged } from '#contract/search.ts'
import { withSessionOptions } from './database/session-options.ts'

interface LiveEvents {
  seats: [change: SeatsChanged]
  /** The support type whose sessions changed. */
  schedules: [supportTypeId: string]
  /** Seats were put aside for those who wait. */
  waiting: []
  /** The stream broke or healed: whoever relies on it should look anew. */
  gap: []
}

/** What PostgreSQL tells of changes, from whichever server made them. */
export interface Live extends EventEmitter<LiveEvents> {
  close(): Promise<void>
}

const retryAfter = 1000

/**
 * Listens on its own connection and comes back by itself after the database was away. Nobody can hear whether it is dead or quiet, so it is asked every `askEvery`
 * milliseconds, and has as long to answer.
 */
export async function listenToDatabase(url: string, { askEvery = 5000 } = {}): Promise<Live> {
  const events = new EventEmitter<LiveEvents>().setMaxListeners(0)
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let asking: NodeJS.Timeout | undefined
  let closed = false

  const open = async () => {
    const next = new pg.Client({
      ...withSessionOptions(url),
      application_name: 'openhour live',
      connectionTimeoutMillis: 2000,
      query_timeout: askEvery,
    })
    next.on('error', () => {})
    next.on('end', () => {
      if (closed || client !== next) return
      client = null
      events.emit('gap')
      retry()
    })
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'openhour_seats') events.emit('seats', JSON.parse(payload) as SeatsChanged)
      else if (channel === 'openhour_schedules') events.emit('schedules', payload)
      else if (channel === 'openhour_waiting') events.emit('waiting')
    })
    try {
      await next.connect()
      await next.query('LISTEN openhour_seats; LISTEN openhour_schedules; LISTEN openhour_waiting')
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    client = next
    asking = setTimeout(ask, askEvery, next)
  }
  const ask = async (asked: pg.Client) => {
    if (client !== asked) return
    // Ending it is what `end` above hears of.
    await asked.query('SELECT').catch(() => asked.end())
    if (client === asked && !closed) asking = setTimeout(ask, askEvery, asked)
  }
  const retry = () => {
    timer = setTimeout(() => {
      open().then(
        () => events.emit('gap'),
        () => !closed && retry(),
      )
    }, retryAfter)
  }

  await open()
  return Object.assign(events, {
    async close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(asking)
      await client?.end()
    },
  })
}
