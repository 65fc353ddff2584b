import type { Platform } from '../../platform/http/platform.ts'
import type { Job } from '../../platform/jobs.ts'
import { mintScope, type Scope } from '../../platform/scope.ts'
import { keepFailure, keepTimes, keepUnchanged, takeDue, type Taken } from './reading-commands.ts'
import type { Asked, Read } from './busy-times.ts'
import { readApart } from './read-apart.ts'

type Ground = Pick<Platform, 'db' | 'secrets' | 'clock' | 'safeFetch'>

const minute = 60_000
/** Between one reading and the next, in milliseconds, spread by a fifth to either side. */
const pause = 15 * minute
/** After so long, in milliseconds, it is read in full though it says that nothing has changed: the year ahead has moved on. */
const inFullEvery = 24 * 60 * minute
/** How far ahead busy times are kept, in milliseconds. */
const ahead = 366 * 24 * 60 * minute

const patience = 20_000
const mostBytes = 5_000_000
const redirects = 5
/** Each may hold some hundred megabytes while it is read. */
const together = 2

/** Reads mentors' own calendars, on every server that sends messages. `script`: server/read-calendar. */
export const busyCalendarJob = (script: URL): Job => ({
  name: 'busy-calendars',
  everySeconds: 5,
  run: (platform, ending) => readDue(platform, asked => readApart(script, asked), ending),
})

/** Reads one calendar's text. */
type Reader = (asked: Asked) => Promise<Read>

/** Until none is due or the server stops. */
export async function readDue(ground: Ground, reader: Reader, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const taken = await takeDue(ground, scopeOf(ground), together)
    if (taken.length === 0) return
    const ends = await Promise.allSettled(taken.map(calendar => readOne(ground, reader, calendar)))
    for (const end of ends) if (end.status === 'rejected') throw end.reason
  }
}

const scopeOf = ({ clock }: Pick<Ground, 'clock'>): Scope =>
  mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })

async function readOne(ground: Ground, reader: Reader, calendar: Taken): Promise<void> {
  const { db, safeFetch } = ground
  const { now } = scopeOf(ground)
  const nextAt = new Date(now.getTime() + pause * (0.8 + 0.4 * Math.random()))
  const recent = calendar.read_at !== null && now.getTime() - Date.parse(calendar.read_at) < inFullEvery
  const fetched = await safeFetch.fetch({
    address: calendar.address,
    method: 'GET',
    headers: { accept: 'text/calendar', ...(recent && conditionsOf(calendar)) },
    withinMs: patience,
    redirects,
    bodyLimit: { keep: 'whole', bytes: mostBytes },
  })
  const scope = scopeOf(ground)
  if (!fetched.ok) return keepFailure(db, scope, calendar, { ...fetched, nextAt })
  const { status, headers, body } = fetched
  if (status === 304 && recent) return keepUnchanged(db, scope, calendar, nextAt)
  if (status !== 200) return keepFailure(db, scope, calendar, { why: 'bad_status', detail: String(status), nextAt })
  const until = new Date(now.getTime() + ahead).toISOString()
  const read = await reader({ text: body.toString('utf8'), zone: calendar.time_zone, from: now.toISOString(), until })
  if (!read.ok) return keepFailure(db, scope, calendar, { why: read.why, detail: '', nextAt })
  const tags = { etag: headers.etag ?? null, last_modified: headers['last-modified'] ?? null }
  return keepTimes(db, scope, calendar, { ...read, tags, nextAt })
}

const conditionsOf = ({ etag, last_modified }: Taken): Record<string, string> => ({
  ...(etag && { 'if-none-match': etag }),
  ...(last_modified && { 'if-modified-since': last_modified }),
})
