import ICAL from 'ical.js'
import { Temporal } from '#domain/time/temporal.ts'

/** A time in which somebody is busy, as instants; the end is not in it. */
export interface BusyTime {
  starts_at: string
  ends_at: string
}

/** What was asked: the file, whose clock counts where it names none, and from when to when. */
export interface Asked {
  text: string
  zone: string
  from: string
  until: string
}

/** `unread`: events that could not be understood; the others count all the same. */
export type Read =
  | { ok: true; times: BusyTime[]; unread: number }
  | { ok: false; why: 'not_a_calendar' | 'too_many_times' | 'too_complicated' }

/** More busy times in a year than anybody has. */
const mostTimes = 5000
/** So many repeats are gone through in all; a rule that asks for more is no person's calendar. */
const mostRepeats = 100_000

class Endless extends Error {}

/**
 * When somebody is busy, read from their calendar (RFC 5545): its events that are neither transparent nor cancelled, repeated as they say, and its FREEBUSY; what overlaps is one. Titles, places and people in it are passed over. All-day events and
 * times without a zone are meant on the person's own clock. Our own events in it are none: nobody is busy because we have booked them.
 *
 * A file may be made to keep whoever reads it busy for ever: only where it can be ended from outside (`read-calendar.ts`).
 */
export function readBusyTimes({ text, zone, from, until }: Asked): Read {
  let calendars: ICAL.Component[]
  try {
    calendars = open(text.replace(/^\uFEFF/, ''))
  } catch {
    return { ok: false, why: 'not_a_calendar' }
  }
  if (calendars.length === 0) return { ok: false, why: 'not_a_calendar' }
  const window = { from: Date.parse(from), until: Date.parse(until) }
  try {
    const read = calendars.flatMap(calendar => [...eventsOf(calendar, zone, window), ...freeBusyOf(calendar, zone, window)])
    const times = read.filter(span => span !== null)
    const merged = merge(times.filter(([starts, ends]) => ends > window.from && starts < window.until))
    if (merged.length > mostTimes) return { ok: false, why: 'too_many_times' }
    const spans = merged.map(([starts, ends]) => ({ starts_at: iso(starts), ends_at: iso(ends) }))
    return { ok: true, times: spans, unread: read.length - times.length }
  } catch (error) {
    if (error instanceof Endless) return { ok: false, why: 'too_complicated' }
    return { ok: false, why: 'not_a_calendar' }
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()

function open(text: string): ICAL.Component[] {
  const read = ICAL.parse(text) as unknown[]
  // One calendar, or several in one file.
  const all = (Array.isArray(read[0]) ? read : [read]) as ConstructorParameters<typeof ICAL.Component>[0][]
  const calendars = all.map(one => new ICAL.Component(one)).filter(({ name }) => name === 'vcalendar')
  for (const calendar of calendars) nameZones(calendar)
  return calendars
}

/** A zone of which nothing but its name is known. */
const noRules = [
  'BEGIN:VTIMEZONE',
  'TZID:none',
  'BEGIN:STANDARD',
  'DTSTART:16010101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n')

/** Zones that the file names and does not describe keep their names: the parser would forget them. */
function nameZones(calendar: ICAL.Component): void {
  for (const part of [...calendar.getAllSubcomponents('vevent'), ...calendar.getAllSubcomponents('vfreebusy')]) {
    for (const property of part.getAllProperties()) {
      const tzid = property.getFirstParameter('tzid')
      if (tzid && !ICAL.TimezoneService.has(tzid))
        ICAL.TimezoneService.register(new ICAL.Timezone({ tzid, component: new ICAL.Component(ICAL.parse(noRules) as never) }), tzid)
    }
  }
}

interface Window {
  from: number
  until: number
}
/** From and to, in milliseconds since 1970. */
type Span = [starts: number, ends: number]

const isOurs = (event: ICAL.Component): boolean => String(event.getFirstPropertyValue('uid') ?? '').endsWith('@openhour')

const isBusy = (event: ICAL.Component): boolean =>
  String(event.getFirstPropertyValue('transp') ?? '').toUpperCase() !== 'TRANSPARENT' &&
  String(event.getFirstPropertyValue('status') ?? '').toUpperCase() !== 'CANCELLED'

/** Null for what cannot be understood: one odd invitation takes nothing from the others. */
function attempt(read: () => Span[]): (Span | null)[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof Endless) throw error
    return [null]
  }
}

function eventsOf(calendar: ICAL.Component, zone: string, window: Window): (Span | null)[] {
  const all = calendar.getAllSubcomponents('vevent').filter(event => !isOurs(event) && event.hasProperty('dtstart'))
  const changedByUid = new Map<unknown, ICAL.Component[]>()
  for (const event of all.filter(one => one.hasProperty('recurrence-id'))) {
    const uid = event.getFirstPropertyValue('uid')
    changedByUid.set(uid, [...(changedByUid.get(uid) ?? []), event])
  }
  const budget = { repeats: mostRepeats }
  const own = all.filter(one => !one.hasProperty('recurrence-id'))
  const uids = new Set(own.map(one => one.getFirstPropertyValue('uid')))
  const spans = own.flatMap(event => {
    const exceptions = changedByUid.get(event.getFirstPropertyValue('uid')) ?? []
    return attempt(() => spansOf(new ICAL.Event(event, { exceptions, strictExceptions: false }), zone, window, budget))
  })
  // What was changed of a series that is not in the file stands by itself.
  const orphans = all.filter(one => one.hasProperty('recurrence-id') && !uids.has(one.getFirstPropertyValue('uid')))
  return [...spans, ...orphans.filter(isBusy).flatMap(event => attempt(() => spanOf(new ICAL.Event(event), zone, window)))]
}

function spansOf(event: ICAL.Event, zone: string, window: Window, budget: { repeats: number }): Span[] {
  if (!event.isRecurring()) return isBusy(event.component) ? spanOf(event, zone, window) : []
  const spans: Span[] = []
  // Where a day was moved to may lie in the window though the day that it was meant for does not: all of them are looked at, whatever the series is asked for.
  for (const changed of Object.values(event.exceptions as unknown as Record<string, ICAL.Event>))
    if (isBusy(changed.component)) spans.push(...spanOf(changed, zone, window))
  const instead = new Set(Object.keys(event.exceptions as object))
  // Most of what repeats is long over, and years of it have not to be worked out to the minute.
  const long = roughly(event.endDate) - roughly(event.startDate)
  const over = event.rangeExceptions.length === 0 ? window.from - anyZone - long : -Infinity
  const repeats = event.iterator()
  for (let next = repeats.next(); next; next = repeats.next()) {
    budget.repeats -= 1
    if (budget.repeats < 0) throw new Endless()
    if (roughly(next) < over) continue
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    const starts = instantOf(startDate, zone)
    if (starts >= window.until) break
    const direct = [next, next.convertToZone(ICAL.Timezone.utcTimezone)].some(one => instead.has(one.toString()))
    if (direct || !isBusy(item.component)) continue
    const ends = instantOf(endDate, zone)
    if (ends > starts && ends > window.from) spans.push([starts, ends])
  }
  return spans
}

function spanOf({ startDate, endDate }: Pick<ICAL.Event, 'startDate' | 'endDate'>, zone: string, window: Window): Span[] {
  if (roughly(endDate) < window.from - anyZone || roughly(startDate) > window.until + anyZone) return []
  const span: Span = [instantOf(startDate, zone), instantOf(endDate, zone)]
  return span[1] > span[0] ? [span] : []
}

function freeBusyOf(calendar: ICAL.Component, zone: string, window: Window): (Span | null)[] {
  return calendar
    .getAllSubcomponents('vfreebusy')
    .flatMap(one => one.getAllProperties('freebusy'))
    .filter(property => String(property.getFirstParameter('fbtype') ?? 'BUSY').toUpperCase() !== 'FREE')
    .flatMap(property =>
      attempt(() =>
        (property.getValues() as ICAL.Period[]).flatMap(period =>
          spanOf({ startDate: period.start, endDate: period.getEnd() }, zone, window),
        ),
      ),
    )
}

/** More than any zone is from another, in milliseconds. */
const anyZone = 2 * 24 * 60 * 60_000
/** A time in milliseconds, whatever its zone. */
const roughly = ({ year, month, day, hour, minute, second }: ICAL.Time): number => Date.UTC(year, month - 1, day, hour, minute, second)

/** The moment of a time as the file has it: with its own zone, by that zone's rules as everybody knows them, or else as the file describes them; on the person's clock where it names none. */
function instantOf(time: ICAL.Time, zone: string): number {
  const { year, month, day, isDate } = time
  if (isDate) return Temporal.ZonedDateTime.from({ year, month, day, timeZone: zone }).epochMilliseconds
  const { hour, minute, second } = time
  const { tzid } = time.zone
  if (tzid === 'UTC') return Date.UTC(year, month - 1, day, hour, minute, second)
  // A leap second is the one before; a time that a clock change leaves out counts by the clock before it, one that it repeats is the first (RFC 5545, 3.3.5).
  const clock = { year, month, day, hour, minute, second: Math.min(second, 59) }
  const known = tzid === 'floating' ? zone : knownZone(tzid)
  if (known) return Temporal.ZonedDateTime.from({ ...clock, timeZone: known }, { disambiguation: 'compatible' }).epochMilliseconds
  if (!ICAL.TimezoneService.has(tzid) || ICAL.TimezoneService.get(tzid) !== time.zone) return time.toUnixTime() * 1000
  return Temporal.ZonedDateTime.from({ ...clock, timeZone: zone }).epochMilliseconds
}

const zones = new Map<string, string | null>()

/** The zone of that name; some programs put a path before it. */
function knownZone(tzid: string): string | null {
  const found = zones.get(tzid)
  if (found !== undefined) return found
  const parts = tzid.split('/')
  const known = [tzid, parts.slice(-3).join('/'), parts.slice(-2).join('/')].find(one => {
    try {
      Temporal.Now.zonedDateTimeISO(one)
      return true
    } catch {
      return false
    }
  })
  zones.set(tzid, known ?? null)
  return known ?? null
}

function merge(spans: Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1)
    if (last && span[0] <= last[1]) last[1] = Math.max(last[1], span[1])
    else merged.push([...span])
  }
  return merged
}
