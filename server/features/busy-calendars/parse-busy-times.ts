import ICAL from 'ical.js'
import { Temporal } from '#domain/time/temporal.ts'

/** A busy period as instants; the end is exclusive. */
export interface BusyTime {
  starts_at: string
  ends_at: string
}

/** What was asked: the file, whose clock counts where it names none, and from when to when. */
export interface ParseRequest {
  text: string
  zone: string
  from: string
  until: string
}

/** `unread`: events that could not be understood; the others count all the same. */
export type ParseResult =
  | { ok: true; times: BusyTime[]; unread: number }
  | { ok: false; why: 'not_a_calendar' | 'too_many_times' | 'too_complicated' }

/** More busy times in a year than anybody has. */
const maxTimes = 5000
/** Maximum number of recurrences per file. */
const maxRepeats = 100_000

class Endless extends Error {}

/**
 * Parses busy periods from an iCalendar file (RFC 5545): events that are neither transparent nor
 * cancelled, with their recurrences, and FREEBUSY. Overlapping periods are merged. Titles, places and
 * attendees are ignored. All-day events and times without a zone use the person's own zone. Events that
 * Openhour created do not count.
 *
 * A malicious file can take unlimited time. Call it only where it can be terminated from outside
 * (`read-calendar.ts`).
 */
export function parseBusyTimes({ text, zone, from, until }: ParseRequest): ParseResult {
  let calendars: ICAL.Component[]
  try {
    calendars = open(text.replace(/^\uFEFF/, ''), Date.parse(until))
  } catch {
    return { ok: false, why: 'not_a_calendar' }
  }
  if (calendars.length === 0) return { ok: false, why: 'not_a_calendar' }
  const window = { from: Date.parse(from), until: Date.parse(until) }
  try {
    const read = calendars.flatMap(calendar => [...eventsOf(calendar, zone, window), ...freeBusyOf(calendar, zone, window)])
    const times = read.filter(span => span !== null)
    const merged = merge(times.filter(([starts, ends]) => ends > window.from && starts < window.until))
    if (merged.length > maxTimes) return { ok: false, why: 'too_many_times' }
    const spans = merged.map(([starts, ends]) => ({ starts_at: iso(starts), ends_at: iso(ends) }))
    return { ok: true, times: spans, unread: read.length - times.length }
  } catch (error) {
    if (error instanceof Endless) return { ok: false, why: 'too_complicated' }
    return { ok: false, why: 'not_a_calendar' }
  }
}

const iso = (ms: number): string => new Date(ms).toISOString()

function open(text: string, until: number): ICAL.Component[] {
  const read = ICAL.parse(text) as unknown[]
  // One calendar, or several in one file.
  const all = (Array.isArray(read[0]) ? read : [read]) as ConstructorParameters<typeof ICAL.Component>[0][]
  const calendars = all.map(one => new ICAL.Component(one)).filter(({ name }) => name === 'vcalendar')
  for (const calendar of calendars) describeZones(calendar, until)
  return calendars
}

/**
 * Describes the zones that the file names by their well-known names and does not describe itself, so that
 * instants (UNTIL, EXDATE, RECURRENCE-ID in UTC) and wall time can be compared. Zones that are neither
 * described nor known stay unknown: what names them is unreadable.
 */
function describeZones(calendar: ICAL.Component, until: number): void {
  const described = new Set(calendar.getAllSubcomponents('vtimezone').map(zone => zone.getFirstPropertyValue('tzid')))
  const earliest = new Map<string, number>()
  for (const part of [...calendar.getAllSubcomponents('vevent'), ...calendar.getAllSubcomponents('vfreebusy')]) {
    for (const property of part.getAllProperties()) {
      const tzid = property.getFirstParameter('tzid')
      if (!tzid || described.has(tzid)) continue
      const year = Number(/\d{4}/.exec(JSON.stringify(property.toJSON()[3]))?.[0] ?? firstYear)
      earliest.set(tzid, Math.min(earliest.get(tzid) ?? Infinity, year))
    }
  }
  for (const [tzid, year] of earliest) {
    const zone = knownZone(tzid)
    if (zone) calendar.addSubcomponent(describeZone(tzid, zone, Math.max(year - 1, firstYear), new Date(until).getUTCFullYear() + 1))
  }
}

/** What began before is taken to have begun then: no rule of a zone goes back further than is needed. */
const firstYear = 1970

/** A VTIMEZONE with each change of the zone's offset in those years. */
function describeZone(tzid: string, zone: string, from: number, until: number): ICAL.Component {
  const lines = ['BEGIN:VTIMEZONE', `TZID:${tzid}`]
  let at: Temporal.ZonedDateTime | null = Temporal.ZonedDateTime.from({ year: from, month: 1, day: 1, timeZone: zone })
  let before = at.offsetNanoseconds
  while (at && at.year <= until) {
    const local = at.toInstant().toZonedDateTimeISO('UTC').add({ nanoseconds: before })
    const kind = at.offsetNanoseconds > before ? 'DAYLIGHT' : 'STANDARD'
    lines.push(
      `BEGIN:${kind}`,
      `DTSTART:${local.toPlainDateTime().toString({ smallestUnit: 'second' }).replaceAll(/[-:]/g, '')}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(at.offsetNanoseconds)}`,
      `END:${kind}`,
    )
    before = at.offsetNanoseconds
    at = at.getTimeZoneTransition('next')
  }
  return new ICAL.Component(ICAL.parse([...lines, 'END:VTIMEZONE'].join('\r\n')) as never)
}

function offsetText(nanoseconds: number): string {
  const seconds = Math.abs(nanoseconds) / 1e9
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(part => String(Math.floor(part)).padStart(2, '0'))
  return `${nanoseconds < 0 ? '-' : '+'}${parts.join('')}`.replace(/00$/, match => (seconds % 60 === 0 ? '' : match))
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
  const budget = { repeats: maxRepeats }
  const own = all.filter(one => !one.hasProperty('recurrence-id'))
  const uids = new Set(own.map(one => one.getFirstPropertyValue('uid')))
  const spans = own.flatMap(event => {
    const exceptions = changedByUid.get(event.getFirstPropertyValue('uid')) ?? []
    return attempt(() => {
      for (const part of [event, ...exceptions]) refuseUnknownZones(part)
      return spansOf(new ICAL.Event(event, { exceptions, strictExceptions: false }), zone, window, budget)
    })
  })
  // A changed occurrence without its series in the file is a single event.
  const orphans = all.filter(one => one.hasProperty('recurrence-id') && !uids.has(one.getFirstPropertyValue('uid')))
  return [
    ...spans,
    ...orphans.filter(isBusy).flatMap(event =>
      attempt(() => {
        refuseUnknownZones(event)
        return feedPeriodOf(new ICAL.Event(event), zone, window)
      }),
    ),
  ]
}

function spansOf(event: ICAL.Event, zone: string, window: Window, budget: { repeats: number }): Span[] {
  const { component } = event
  if (!component.hasProperty('rrule') && !component.hasProperty('rdate')) return isBusy(component) ? feedPeriodOf(event, zone, window) : []
  const spans: Span[] = []
  // A day may be moved into the window from outside it, so all of them are read.
  const changed = Object.values(event.exceptions as unknown as Record<string, ICAL.Event>)
  for (const one of changed) if (isBusy(one.component)) spans.push(...feedPeriodOf(one, zone, window))
  const isLeftOut = leftOut(component, changed, zone)

  const add = (item: ICAL.Event, occurrence: ICAL.Time, startDate: ICAL.Time, endDate: ICAL.Time): void => {
    if (isLeftOut(occurrence) || !isBusy(item.component)) return
    const span: Span = [instantOf(startDate, zone), endOf(item, startDate, endDate, zone)]
    if (span[1] > span[0] && span[1] > window.from && span[0] < window.until) spans.push(span)
  }

  for (const date of valuesOf(component, 'rdate')) {
    if (date instanceof ICAL.Period) spans.push(...feedPeriodOf({ startDate: date.start, endDate: date.getEnd() }, zone, window))
    else add(event, date, date, afterwards(event, date))
  }
  if (!component.hasProperty('rrule')) {
    add(event, event.startDate, event.startDate, event.endDate)
    return spans
  }
  alignUntil(event, zone)
  // Of a long series only what can reach into the window is computed to the minute.
  const length = roughly(event.endDate) - roughly(event.startDate)
  const over = event.rangeExceptions.length === 0 ? window.from - anyZoneMs - length : -Infinity
  const repeats = ruleOf(event).iterator()
  for (let next = repeats.next(); next; next = repeats.next()) {
    budget.repeats -= 1
    if (budget.repeats < 0) throw new Endless()
    if (roughly(next) < over) continue
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    if (instantOf(startDate, zone) >= window.until) break
    add(item, next, startDate, endDate)
  }
  return spans
}

/**
 * The event with its rule alone: ical.js loses DTSTART where there is an RDATE without a rule, and
 * compares EXDATE by wall time.
 */
function ruleOf({ component }: ICAL.Event): ICAL.Event {
  const copy = new ICAL.Component(structuredClone(component.toJSON()) as never, component.parent ?? undefined)
  copy.removeAllProperties('rdate')
  copy.removeAllProperties('exdate')
  for (const [index, rule] of copy.getAllProperties('rrule').entries()) {
    const aligned = component.getAllProperties('rrule')[index]?.getFirstValue()
    if (aligned) rule.setValue(aligned)
  }
  return new ICAL.Event(copy, { exceptions: [], strictExceptions: false })
}

const valuesOf = (component: ICAL.Component, name: 'rdate' | 'exdate'): (ICAL.Time | ICAL.Period)[] =>
  component.getAllProperties(name).flatMap(property => property.getValues() as (ICAL.Time | ICAL.Period)[])

/**
 * Whether an occurrence is excluded (EXDATE) or replaced (RECURRENCE-ID), compared as instants. An
 * EXDATE that is a date excludes that day.
 */
function leftOut(component: ICAL.Component, changed: readonly ICAL.Event[], zone: string): (occurrence: ICAL.Time) => boolean {
  const instants = new Set(changed.map(({ recurrenceId }) => instantOf(recurrenceId, zone)))
  const days = new Set<string>()
  for (const value of valuesOf(component, 'exdate')) {
    if (value instanceof ICAL.Period) continue
    if (value.isDate) days.add(dayOf(value))
    instants.add(instantOf(value, zone))
  }
  return occurrence => instants.has(instantOf(occurrence, zone)) || days.has(dayOf(occurrence))
}

const dayOf = ({ year, month, day }: ICAL.Time): string => `${year}-${month}-${day}`

/** The end by the event's own DURATION or DTEND, counted from another start on the wall clock. */
function afterwards(event: ICAL.Event, start: ICAL.Time): ICAL.Time {
  const end = start.clone()
  end.addDuration(event.duration)
  return end
}

/**
 * When an occurrence ends. Where DTEND says how long the first one takes, each takes exactly as long; of
 * a DURATION the days are counted on the wall clock and the rest exactly (RFC 5545, 3.3.6 and 3.8.5.3).
 */
function endOf({ component, startDate, endDate, duration }: ICAL.Event, start: ICAL.Time, end: ICAL.Time, zone: string): number {
  if (start.isDate) return instantOf(end, zone)
  if (component.hasProperty('dtend')) return instantOf(start, zone) + instantOf(endDate, zone) - instantOf(startDate, zone)
  const days = start.clone()
  days.adjust((duration.isNegative ? -1 : 1) * (duration.weeks * 7 + duration.days), 0, 0, 0)
  const rest = (duration.hours * 3600 + duration.minutes * 60 + duration.seconds) * 1000
  return instantOf(days, zone) + (duration.isNegative ? -rest : rest)
}

/**
 * Brings UNTIL into the form of DTSTART, in which ical.js compares them: an instant becomes the wall time
 * or date of a start without a zone, wall time gets the zone of the start, and a date means the whole of
 * its day.
 */
function alignUntil({ component, startDate }: ICAL.Event, zone: string): void {
  for (const property of component.getAllProperties('rrule')) {
    const rule = property.getFirstValue() as ICAL.Recur
    const { until } = rule
    if (!until) continue
    const isFloating = startDate.zone.tzid === 'floating'
    if (until.isDate && !startDate.isDate) {
      const { year, month, day } = until
      rule.until = new ICAL.Time({ year, month, day, hour: 23, minute: 59, second: 59, isDate: false }, startDate.zone)
    } else if (!until.isDate && until.zone.tzid === 'floating') until.zone = startDate.zone
    else if (!until.isDate && (isFloating || startDate.isDate)) {
      const { year, month, day, hour, minute, second } = Temporal.Instant.fromEpochMilliseconds(instantOf(until, zone)).toZonedDateTimeISO(
        zone,
      )
      rule.until = startDate.isDate
        ? new ICAL.Time({ year, month, day, isDate: true }, startDate.zone)
        : new ICAL.Time({ year, month, day, hour, minute, second, isDate: false }, startDate.zone)
    }
  }
}

function feedPeriodOf({ startDate, endDate }: Pick<ICAL.Event, 'startDate' | 'endDate'>, zone: string, window: Window): Span[] {
  if (roughly(endDate) < window.from - anyZoneMs || roughly(startDate) > window.until + anyZoneMs) return []
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
          feedPeriodOf({ startDate: period.start, endDate: period.getEnd() }, zone, window),
        ),
      ),
    )
}

/** More than any zone is from another, in milliseconds. */
const anyZoneMs = 2 * 24 * 60 * 60_000
/** A time in milliseconds, whatever its zone. */
const roughly = ({ year, month, day, hour, minute, second }: ICAL.Time): number => Date.UTC(year, month - 1, day, hour, minute, second)

/**
 * The instant of a time in the file: by the rules of its IANA zone, else as the file's VTIMEZONE
 * describes them, else in the person's own zone.
 */
function instantOf(time: ICAL.Time, zone: string): number {
  const { year, month, day, isDate } = time
  if (isDate) return Temporal.ZonedDateTime.from({ year, month, day, timeZone: zone }).epochMilliseconds
  const { hour, minute, second } = time
  const { tzid } = time.zone
  if (tzid === 'UTC') return Date.UTC(year, month - 1, day, hour, minute, second)
  // A leap second is the one before; a time that a clock change leaves out counts by the clock before it,
  // one that it repeats is the first (RFC 5545, 3.3.5).
  const clock = { year, month, day, hour, minute, second: Math.min(second, 59) }
  const known = tzid === 'floating' ? zone : knownZone(tzid)
  if (known) return Temporal.ZonedDateTime.from({ ...clock, timeZone: known }, { disambiguation: 'compatible' }).epochMilliseconds
  return time.toUnixTime() * 1000
}

/** Throws for what names a zone that is neither described in the file nor known by its name. */
function refuseUnknownZones(part: ICAL.Component): void {
  for (const property of part.getAllProperties()) {
    const tzid = property.getFirstParameter('tzid')
    if (tzid && !part.getTimeZoneByID(tzid) && !knownZone(tzid)) throw new Error('an unknown time zone')
  }
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
