import { Temporal } from '../time/temporal.ts'
import { isLocalDate, type LocalDate, localDateOf } from '../time/local-date.ts'
import type { Zone } from '../time/zone.ts'

/** A parsed repeat rule: `parts` are RFC 5545 rule parts without COUNT and UNTIL. `until` is inclusive. */
export interface RepeatRule {
  parts: string
  count: number | null
  until: LocalDate | null
}

/**
 * The accepted rule parts. None expands within a day, because a session repeats by dates. Bounded numbers
 * limit the work.
 */
const partForms = new Map(
  Object.entries({
    FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
    INTERVAL: /^[1-9]\d{0,2}$/,
    COUNT: /^[1-9]\d{0,8}$/,
    UNTIL: /^\d{8}(?:T(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ?)?$/,
    BYDAY: /^(?:[+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)(?:,(?:[+-]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)){0,34}$/,
    BYMONTHDAY: /^[+-]?(?:[1-9]|[12]\d|3[01])(?:,[+-]?(?:[1-9]|[12]\d|3[01])){0,61}$/,
    BYMONTH: /^(?:[1-9]|1[0-2])(?:,(?:[1-9]|1[0-2])){0,11}$/,
    BYSETPOS: /^[+-]?[1-9]\d{0,2}(?:,[+-]?[1-9]\d{0,2}){0,30}$/,
    WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/,
  }),
)

/**
 * Parses an RFC 5545 RRULE (with or without `RRULE:`) that repeats daily, weekly, monthly or yearly; null for any
 * other text. An UNTIL given as an instant (`...Z`) becomes its date in `zone`. A time of day in UNTIL is
 * dropped: the whole day counts.
 */
export function readRepeatRule(text: string, zone: Zone): RepeatRule | null {
  const parts = readParts(text)
  if (!parts?.has('FREQ') || !agree(parts)) return null
  const until = parts.get('UNTIL')
  const untilDate = until === undefined ? null : dateOfUntil(until, zone)
  if (until !== undefined && untilDate === null) return null
  const rest = [...parts].filter(([name]) => name !== 'COUNT' && name !== 'UNTIL')
  return {
    parts: rest.map(([name, value]) => `${name}=${value}`).join(';'),
    count: parts.has('COUNT') ? Number(parts.get('COUNT')) : null,
    until: untilDate,
  }
}

function readParts(text: string): Map<string, string> | null {
  if (text.length > 500) return null
  const parts = new Map<string, string>()
  const rule = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
  for (const part of rule.split(';')) {
    // Stryker disable next-line StringLiteral: no form accepts either default
    const [name = '', value = '', more] = part.split('=')
    const known = partForms.get(name)?.test(value)
    if (!known || more !== undefined || parts.has(name)) return null
    parts.set(name, value)
  }
  return parts
}

/** Rule parts that exclude each other (RFC 5545 §3.3.10). */
function agree(parts: Map<string, string>): boolean {
  const freq = parts.get('FREQ')
  if (parts.has('COUNT') && parts.has('UNTIL')) return false
  const isYearly = freq === 'YEARLY'
  // Stryker disable next-line StringLiteral: neither default has a digit
  if (freq !== 'MONTHLY' && !isYearly && /\d/.test(parts.get('BYDAY') ?? '')) return false
  // Without months, a year has up to 53 of a weekday: "the fifth Monday of the year" is not offered.
  if (isYearly && parts.has('BYDAY') && !parts.has('BYMONTH')) return false
  if (freq === 'WEEKLY' && parts.has('BYMONTHDAY')) return false
  if (!parts.has('BYSETPOS')) return true
  if (!parts.has('BYDAY') && !parts.has('BYMONTHDAY') && !parts.has('BYMONTH')) return false
  return listOf(parts, 'BYSETPOS').some(position => Math.abs(Number(position)) <= maxPosition(parts))
}

// Stryker disable next-line ArrayDeclaration: of no weekday or one, one position is left
const listOf = (parts: Map<string, string>, name: string): string[] => parts.get(name)?.split(',') ?? []

/** Maximum number of dates in one day, week, month or year of the rule; a later position never matches. */
function maxPosition(parts: Map<string, string>): number {
  if (parts.get('FREQ') === 'MONTHLY') return 31
  if (parts.get('FREQ') === 'YEARLY') return 366
  return parts.get('FREQ') === 'WEEKLY' ? Math.max(1, new Set(listOf(parts, 'BYDAY')).size) : 1
}

function dateOfUntil(until: string, zone: Zone): LocalDate | null {
  const date = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`
  if (!isLocalDate(date)) return null
  if (!until.endsWith('Z')) return date
  const time = `${until.slice(9, 11)}:${until.slice(11, 13)}:${until.slice(13, 15)}`
  return localDateOf(Temporal.Instant.from(`${date}T${time}Z`), zone)
}
