import type { Platform } from '../../platform/http/platform.ts'
import type { Job } from '../../platform/jobs.ts'
import { mintScope, type Scope } from '../../platform/scope.ts'
import { storeFailure, storeTimes, storeUnchanged, leaseDue, type LeasedCalendar } from './refresh-commands.ts'
import type { ParseRequest, ParseResult } from './parse-busy-times.ts'
import { parseInWorker } from './parse-in-worker.ts'

type RefreshContext = Pick<Platform, 'db' | 'secrets' | 'clock' | 'safeFetch'>

const minuteMs = 60_000
/** Refresh interval in ms, with a random deviation of up to a fifth. */
const pause = 15 * minuteMs
/** Maximum age in ms before a full refresh despite 304, because the period of stored busy times moves on. */
const inFullEvery = 24 * 60 * minuteMs
/** Period of stored busy times from now, in ms. */
const ahead = 366 * 24 * 60 * minuteMs

const timeoutMs = 20_000
const maxBytes = 5_000_000
const maxRedirects = 5
/** Calendars per batch; parsing one may need some hundred megabytes. */
const maxConcurrent = 2

/**
 * Refreshes mentors' external calendars, on every server that sends messages. `script`:
 * server/read-calendar.
 */
export const busyCalendarJob = (script: URL): Job => ({
  name: 'busy-calendars',
  everySeconds: 5,
  run: (platform, ending) => refreshDueCalendars(platform, asked => parseInWorker(script, asked), ending),
})

/** Reads one calendar's text. */
type Reader = (asked: ParseRequest) => Promise<ParseResult>

/** Refreshes calendars until none is due or the server stops. */
export async function refreshDueCalendars(context: RefreshContext, reader: Reader, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const taken = await leaseDue(context, scopeOf(context), maxConcurrent)
    if (taken.length === 0) return
    const ends = await Promise.allSettled(taken.map(calendar => refreshCalendar(context, reader, calendar)))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
}

const scopeOf = ({ clock }: Pick<RefreshContext, 'clock'>): Scope =>
  mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })

async function refreshCalendar(context: RefreshContext, reader: Reader, calendar: LeasedCalendar): Promise<void> {
  const { db, safeFetch } = context
  const { now } = scopeOf(context)
  const nextAt = new Date(now.getTime() + pause * (0.8 + 0.4 * Math.random()))
  const recent = calendar.read_at !== null && now.getTime() - Date.parse(calendar.read_at) < inFullEvery
  const fetched = await safeFetch.fetch({
    address: calendar.address,
    method: 'GET',
    headers: { accept: 'text/calendar', ...(recent && conditionsOf(calendar)) },
    withinMs: timeoutMs,
    redirects: maxRedirects,
    bodyLimit: { keep: 'whole', bytes: maxBytes },
  })
  const scope = scopeOf(context)
  if (!fetched.ok) return storeFailure(db, scope, calendar, { ...fetched, nextAt })
  const { status, headers, body } = fetched
  if (status === 304 && recent) return storeUnchanged(db, scope, calendar, nextAt)
  if (status !== 200) return storeFailure(db, scope, calendar, { why: 'bad_status', detail: String(status), nextAt })
  const until = new Date(now.getTime() + ahead).toISOString()
  const read = await reader({ text: body.toString('utf8'), zone: calendar.time_zone, from: now.toISOString(), until })
  if (!read.ok) return storeFailure(db, scope, calendar, { why: read.why, detail: '', nextAt })
  const tags = { etag: headers.etag ?? null, last_modified: headers['last-modified'] ?? null }
  return storeTimes(db, scope, calendar, { ...read, tags, nextAt })
}

const conditionsOf = ({ etag, last_modified }: LeasedCalendar): Record<string, string> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(last_modified && { 'if-modified-since': last_modified }),
})
