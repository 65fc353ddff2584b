import type { MessageKind } from '#contract/message-kinds.ts'
import type { MessageWhy } from '#contract/message-why.ts'
import { openStatuses } from '#domain/booking/status.ts'
import { chooseChannels, type Channel } from '#domain/messages/channels.ts'
import { lastMomentOf } from '#domain/messages/last-moment.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { endOfQuietHours, type QuietHours } from '#domain/waiting/quiet-hours.ts'
import { isSwitchedOff, explainUnreachable } from '../message-reach/queries.ts'
import type { readSettingsRow } from '../site/queries.ts'
import type { Facts } from './facts/queries.ts'
import { canWait, isMessageKind } from './policy.ts'

/** When to look again whether an earlier message was sent. */
const underWayMs = 5000
const weekMs = 7 * 24 * 60 * 60_000

/** The organisation's settings for messages. */
export interface Rules {
  quiet: QuietHours
  /** Minutes before an appointment for each reminder. */
  reminderMinutes: readonly number[]
  /** Kinds of messages that are switched off. */
  off: readonly string[]
}

/** The rules of an organisation. */
export const rulesOf = (set: Awaited<ReturnType<typeof readSettingsRow>>): Rules => ({
  quiet: { from: set.quiet_from, until: set.quiet_until, zone: set.time_zone },
  reminderMinutes: set.reminder_minutes,
  off: set.messages_off,
})

/** What happens to a due message: it is obsolete, cannot reach its person, waits, or is sent by these channels. */
export type DeliveryDecision =
  | { action: 'drop'; why: MessageWhy }
  | { action: 'fail'; why: MessageWhy }
  | { action: 'wait'; until: Date }
  | { action: 'send'; kind: MessageKind; channels: [Channel, ...Channel[]]; person: NonNullable<Facts['person']> }

const drop = (why: MessageWhy): DeliveryDecision => ({ action: 'drop', why })
const fail = (why: MessageWhy): DeliveryDecision => ({ action: 'fail', why })

/**
 * Decides what to do with a message now: drop it if obsolete, wait for the end of quiet hours, mark it
 * as unsendable, or send it by these channels.
 */
export function decideDelivery(facts: Facts, now: Date, rules: Rules, available: readonly Channel[]): DeliveryDecision {
  const { message, person } = facts
  if (!isMessageKind(message.kind)) return fail('unknown_kind')
  if (!person) return fail('no_address')
  if (person.erased) return drop('erased')
  if (isSwitchedOff(message.kind, rules.off)) return drop('switched_off')
  const stale = explainStale(message.kind, facts, now, rules)
  if (stale) return drop(stale)
  // Whether it is still news depends on what the client gets now.
  if (facts.earlier_under_way) return { action: 'wait', until: new Date(now.getTime() + underWayMs) }
  const { via } = message
  // A person with both channels has one message per channel. They may have dropped one channel since.
  if (via && person.channel !== via && person.channel !== 'both') return drop('not_wanted')
  const [first, ...others] = chooseChannels(person, available).filter(channel => !via || channel === via)
  if (!first) return fail(explainUnreachable(person))
  const quiet = canWait.has(message.kind) ? endOfQuietHours(Temporal.Instant.fromEpochMilliseconds(now.getTime()), rules.quiet) : null
  if (quiet) return { action: 'wait', until: new Date(quiet.epochMilliseconds) }
  return { action: 'send', kind: message.kind, channels: [first, ...others], person }
}

/** The statuses of the appointment in which each kind is still valid. */
const statuses: Partial<Record<MessageKind, readonly string[]>> = {
  appointment_requested: ['pending'],
  appointment_booked: ['booked'],
  appointment_approved: ['booked'],
  appointment_moved: openStatuses,
  appointment_cancelled: ['cancelled'],
  place_changed: openStatuses,
  reminder: ['booked'],
}

function explainStale(kind: MessageKind, facts: Facts, now: Date, rules: Rules): MessageWhy | null {
  const { appointment, superseded, entry, message, day, looked } = facts
  const wanted = statuses[kind]
  if (wanted) {
    if (superseded) return 'superseded'
    if (facts.moved_back) return 'undone'
    if (!appointment || !wanted.includes(appointment.status)) return 'changed'
    if (Date.parse(lastMomentOf(kind, appointment)) <= now.getTime()) return 'past'
    return kind === 'reminder' ? explainStaleReminder(message.detail, appointment.starts_at, now, rules) : null
  }
  if (kind === 'waiting_offer') {
    if (entry?.state !== 'offered' || entry.slot_id !== message.detail.slot_id) return 'changed'
    return entry.offer && Date.parse(entry.offer.offer_ends_at) <= now.getTime() ? 'past' : null
  }
  // Obsolete for a person who has a newer offer or has booked.
  if (kind === 'waiting_offer_ended') return entry?.state === 'waiting' || entry?.state === 'expired' ? null : 'changed'
  if (kind === 'mentor_reassigned') return day.taken_over.length + day.lost.length > 0 ? null : 'past'
  if (kind === 'low_feedback') return looked ? 'changed' : null
  return explainStaleOther(kind, facts, now)
}

function explainStaleOther(
  kind: MessageKind,
  { appointment, session, proposal, requests, contract, said }: Facts,
  now: Date,
): MessageWhy | null {
  if (kind === 'session_cancelled') {
    if (session?.status !== 'cancelled') return 'changed'
    return Date.parse((session.more.at(-1) ?? session).ends_at) <= now.getTime() ? 'past' : null
  }
  if (kind === 'request_pending') return requests === 0 ? 'changed' : null
  if (kind === 'hours_decided') return proposal ? null : 'changed'
  if (kind === 'contract_to_accept') {
    if (!contract?.missing) return 'changed'
    return contract.ahead ? null : 'past'
  }
  // Feedback is not requested later than a week after the session.
  if (kind === 'feedback_request') {
    if (!appointment || said || appointment.status !== 'fulfilled') return 'changed'
    return now.getTime() - Date.parse(appointment.ends_at) > weekMs ? 'past' : null
  }
  return null
}

/** A reminder is obsolete if the time has changed or a later reminder is due as well. */
function explainStaleReminder(
  { starts_at, minutes }: Record<string, unknown>,
  startsAt: string,
  now: Date,
  rules: Rules,
): MessageWhy | null {
  if (starts_at !== startsAt) return 'superseded'
  const left = (Date.parse(startsAt) - now.getTime()) / 60_000
  return rules.reminderMinutes.some(other => other < Number(minutes) && left <= other) ? 'superseded' : null
}
