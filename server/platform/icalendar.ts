/** One event of a calendar (RFC 5545). Its texts may contain any input. */
export interface CalendarEvent {
  /** Identifies the event and never changes. */
  uid: string
  /** Rises with every change. */
  sequence: number
  status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED'
  title: string
  description: string
  location: string
  /** Instants, RFC 3339 in UTC with `Z`. */
  starts_at: string
  ends_at: string
  created_at: string
  /** Minutes before the start at which the calendar reminds its reader; none without it. */
  alarm_minutes?: number
}

const productId = '-//Openhour//Openhour//EN'
const lineEnd = '\r\n'

/**
 * An instant in iCalendar format: `20261201T090000Z`. UTC needs no zone definition and has no clock
 * changes.
 */
const stamp = (instant: string): string =>
  `${instant.slice(0, 4)}${instant.slice(5, 7)}${instant.slice(8, 13)}${instant.slice(14, 16)}${instant.slice(17, 19)}Z`

/**
 * Every line end that some parser accepts. For such a parser, a lone carriage return would begin a
 * property.
 */
const lineEnds = /\r\n?|[\n\v\f\u0085\u2028\u2029]/g
const controls = /[^\P{Cc}\t]/gu
/** Most texts contain none of them. */
const plain = /^[^\\;,\p{Cc}\u2028\u2029]*$/u

const escapeText = (text: string): string =>
  plain.test(text)
    ? text
    : text
        .replaceAll(/[\\;,]/g, String.raw`\$&`)
        .replaceAll(lineEnds, String.raw`\n`)
        .replaceAll(controls, '')

/** A line has at most 75 octets; longer ones continue after a space. No character is cut in two. */
function fold(line: string): string {
  // A character takes at most three octets per code unit.
  if (line.length <= 25 || Buffer.byteLength(line) <= 75) return line
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const sign of line) {
    const size = Buffer.byteLength(sign)
    if (octets + size > 75) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += sign
    octets += size
  }
  return [...lines, current].join(lineEnd)
}

/** A property with a text; empty ones are omitted. */
const textLine = (name: string, text: string): string => (text === '' ? '' : fold(`${name}:${escapeText(text)}`) + lineEnd)

/** The same with a cache, because thousands of events share names and places. */
function rememberLines(): typeof textLine {
  const known = new Map<string, string>()
  return (name, text) => {
    const key = `${name}:${text}`
    const line = known.get(key) ?? textLine(name, text)
    known.set(key, line)
    return line
  }
}

/** A cancelled event reminds of nothing. */
const writeAlarm = ({ alarm_minutes, status, title }: CalendarEvent, lineOf: typeof textLine): string =>
  alarm_minutes === undefined || status === 'CANCELLED'
    ? ''
    : `BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT${alarm_minutes}M\r\n${lineOf('DESCRIPTION', title)}END:VALARM\r\n`

function writeEvent(event: CalendarEvent, writtenAt: string, lineOf: typeof textLine, people = ''): string {
  const { uid, sequence, status, title, description, location, starts_at, ends_at, created_at } = event
  return [
    `BEGIN:VEVENT\r\nUID:${uid}\r\nSEQUENCE:${sequence}\r\nSTATUS:${status}\r\nDTSTAMP:${writtenAt}\r\n`,
    `DTSTART:${stamp(starts_at)}\r\nDTEND:${stamp(ends_at)}\r\nCREATED:${stamp(created_at)}\r\n`,
    // A cancelled event does not block time.
    status === 'CANCELLED' ? 'TRANSP:TRANSPARENT\r\n' : '',
    lineOf('SUMMARY', title),
    lineOf('DESCRIPTION', description),
    lineOf('LOCATION', location),
    people,
    writeAlarm(event, lineOf),
    'END:VEVENT\r\n',
  ].join('')
}

/** A subscribed calendar: its name, the zone it is shown in, and how often to fetch it. */
export interface Subscription {
  name: string
  /** IANA name. */
  zone: string
  everyMinutes: number
}

/**
 * Writes an iCalendar object (RFC 5545, RFC 7986) in UTC: for a single import or, with `subscription`,
 * for regular fetching.
 */
export function writeCalendar(events: readonly CalendarEvent[], now: Date, subscription?: Subscription): string {
  const writtenAt = stamp(now.toISOString())
  const head = subscription
    ? [
        // The first is RFC 7986; older calendars read the others.
        textLine('NAME', subscription.name),
        textLine('X-WR-CALNAME', subscription.name),
        textLine('X-WR-TIMEZONE', subscription.zone),
        `REFRESH-INTERVAL;VALUE=DURATION:PT${subscription.everyMinutes}M\r\n`,
        `X-PUBLISHED-TTL:PT${subscription.everyMinutes}M\r\n`,
      ].join('')
    : ''
  const lineOf = rememberLines()
  const body = events.map(event => writeEvent(event, writtenAt, lineOf)).join('')
  // Without METHOD: this is a published calendar, not a scheduling message, which would need an ORGANIZER
  // (RFC 5546 §3.2.1).
  return wrap(null, `${head}${body}`)
}

const wrap = (method: string | null, content: string): string =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:${productId}\r\nCALSCALE:GREGORIAN\r\n${method ? `METHOD:${method}\r\n` : ''}${content}END:VCALENDAR\r\n`

/** The organiser or the attendee of an invitation: any name, and an e-mail address. */
export interface Party {
  name: string
  address: string
}

/** An event in an e-mail (RFC 5546): the mail program's action, and the parties. */
export interface Invitation {
  method: 'REQUEST' | 'CANCEL'
  organiser: Party
  attendee: Party
}

/** A quotation mark would end the name, and no escape works in every parser. */
const partyLine = (property: string, { name, address }: Party): string =>
  fold(`${property};CN="${name.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll('"', '’')}":mailto:${encodeURI(address)}`) + lineEnd

/** One event for an e-mail, in UTC. It requests no reply. */
export function writeInvitation(event: CalendarEvent, now: Date, { method, organiser, attendee }: Invitation): string {
  const people = [
    partyLine('ORGANIZER', organiser),
    partyLine('ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE', attendee),
  ].join('')
  return wrap(method, writeEvent(event, stamp(now.toISOString()), textLine, people))
}
