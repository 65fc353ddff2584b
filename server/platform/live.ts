import { EventEmitter } from 'node:events'
import type pg from 'pg'
import type { SeatsChanged } from '#contract/search.ts'
import { connectClient } from '#database/connect/client.ts'

interface LiveEvents {
  seats: [change: SeatsChanged]
  /** The support type whose sessions changed. */
  schedules: [supportTypeId: string]
  /** Something else that pages for visitors show changed. */
  public: []
  /** An appointment’s status changed. */
  attendance: []
  /** Seats were reserved for the waiting list. */
  waiting: []
  /** The connection was lost or restored: reload what the notifications keep current. */
  gap: []
}

/** The names of all events. */
export const liveEvents = ['seats', 'schedules', 'public', 'attendance', 'waiting', 'gap'] as const satisfies (keyof LiveEvents)[]

/** Change notifications of PostgreSQL, including changes by other servers. */
export interface Live extends EventEmitter<LiveEvents> {
  close(): Promise<void>
}

const retryMs = 1000

/**
 * Listens on its own connection and reconnects after an outage. Pings every `pingMs`, because a dead
 * connection looks like an idle one; the reply has the same time limit.
 */
export async function listenToDatabase(url: string, { pingMs = 5000 } = {}): Promise<Live> {
  const events = new EventEmitter<LiveEvents>().setMaxListeners(0)
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let pinging: NodeJS.Timeout | undefined
  let closed = false

  const open = async () => {
    const next = await connectClient(url, { application_name: 'openhour live', connectionTimeoutMillis: 2000, query_timeout: pingMs })
    next.on('end', () => {
      if (closed || client !== next) return
      client = null
      events.emit('gap')
      retry()
    })
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'openhour_seats') events.emit('seats', JSON.parse(payload) as SeatsChanged)
      else if (channel === 'openhour_schedules') events.emit('schedules', payload)
      else if (channel === 'openhour_public') events.emit('public')
      else if (channel === 'openhour_attendance') events.emit('attendance')
      else if (channel === 'openhour_waiting') events.emit('waiting')
    })
    try {
      await next.query(
        liveEvents
          .filter(event => event !== 'gap')
          .map(event => `LISTEN openhour_${event}`)
          .join('; '),
      )
    } catch (error) {
      next.end().catch(() => {})
      throw error
    }
    client = next
    pinging = setTimeout(ping, pingMs, next)
  }
  const ping = async (pinged: pg.Client) => {
    if (client !== pinged) return
    // This emits `end`, which reconnects.
    await pinged.query('SELECT').catch(() => pinged.end())
    if (client === pinged && !closed) pinging = setTimeout(ping, pingMs, pinged)
  }
  const retry = () => {
    timer = setTimeout(() => {
      open().then(
        () => events.emit('gap'),
        () => !closed && retry(),
      )
    }, retryMs)
  }

  await open()
  return Object.assign(events, {
    async close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(pinging)
      await client?.end()
    },
  })
}
