import type { Instant } from '../time/instant.ts'
import { Temporal } from '../time/temporal.ts'

const placeholder = '{room}'

/**
 * The period in which a client sees the meeting link, in minutes before the start and after the end
 * (decision record 056).
 */
export const meetingLinkMinutes = { before: 24 * 60, after: 60 }

/** Whether the pattern gives every appointment its own room. */
export const hasOwnRooms = (pattern: string): boolean => pattern.includes(placeholder)

/**
 * Whether a text is a meeting link or a pattern: https, with `{room}` at most once and only in the path,
 * and no other braces.
 */
export function isMeetingLink(text: string): boolean {
  // Stryker disable next-line StringLiteral: a path with any room is valid
  const filled = text.replace(placeholder, 'room')
  if (/[{}]/.test(filled)) return false
  if (hasOwnRooms(text) && !/^https:\/\/[^/?#]+\/[^?#]*\{room\}/i.test(text)) return false
  return URL.canParse(filled) && new URL(filled).protocol === 'https:'
}

/**
 * The problem with the meeting link of a place or a session, as a sentence for its field; null if it is
 * valid or absent.
 */
export function meetingLinkProblem(link: string | null, isOnline: boolean) {
  if (link === null) return null
  if (!isOnline) return 'field.isOnlyForOnlinePlaces'
  return isMeetingLink(link) ? null : 'field.mayContainOnceInItsPath'
}

/**
 * The meeting link of one appointment; null if the pattern needs a room and the appointment has none.
 * `room` is a UUID; the link contains it without dashes.
 */
export function resolveMeetingLink(pattern: string, room: string | null): string | null {
  if (!hasOwnRooms(pattern)) return pattern
  return room === null ? null : pattern.replace(placeholder, room.replaceAll('-', ''))
}

/** The period in which the client sees the link, both ends included. */
export const meetingLinkWindow = (starts_at: Instant, ends_at: Instant): { from: Instant; until: Instant } => ({
  from: starts_at.subtract({ minutes: meetingLinkMinutes.before }),
  until: ends_at.add({ minutes: meetingLinkMinutes.after }),
})

/** Whether `now` lies in the period. */
export const isWithin = ({ from, until }: { from: Instant; until: Instant }, now: Instant): boolean =>
  Temporal.Instant.compare(from, now) <= 0 && Temporal.Instant.compare(now, until) <= 0
