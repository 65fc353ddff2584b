import type { ExpectedMessage } from '#contract/batch.ts'
import type { MessageKind } from '#contract/message-kinds.ts'
import type { Message, MessageState } from '#contract/messages.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { formatDateTime, formatDay, formatShortDateTime, formatTime, withZone } from '../../lib/time.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

const kindWords: Record<MessageKind | 'code' | 'invitation', MessageId> = {
  invitation: 'messages.kind.invitation',
  appointment_requested: 'messages.kind.appointment_requested',
  appointment_booked: 'messages.kind.appointment_booked',
  appointment_approved: 'messages.kind.appointment_approved',
  appointment_moved: 'messages.kind.appointment_moved',
  appointment_cancelled: 'messages.kind.appointment_cancelled',
  place_changed: 'messages.kind.place_changed',
  reminder: 'messages.kind.reminder',
  waiting_offer: 'messages.kind.waiting_offer',
  waiting_offer_ended: 'messages.kind.waiting_offer_ended',
  waiting_removed: 'messages.kind.waiting_removed',
  mentor_reassigned: 'messages.kind.mentor_reassigned',
  low_feedback: 'messages.kind.low_feedback',
  session_cancelled: 'messages.kind.session_cancelled',
  request_pending: 'messages.kind.request_pending',
  hours_decided: 'messages.kind.hours_decided',
  feedback_request: 'messages.kind.feedback_request',
  contract_to_accept: 'messages.kind.contract_to_accept',
  phone_changed: 'messages.kind.phone_changed',
  sign_in_changed: 'messages.kind.sign_in_changed',
  test_message: 'messages.kind.test_message',
  code: 'messages.kind.code',
}

/** Every kind of message, as options of a filter. */
export const kindChoices = () => Object.entries(kindWords).map(([value, id]) => ({ value, label: t(id) }))

/** The kind's text; an unknown kind of a newer server is shown by its own name. */
export function formatKind(kind: string): string {
  const known = Object.hasOwn(kindWords, kind) ? kindWords[kind as keyof typeof kindWords] : null
  return known ? t(known) : kind.replaceAll('_', ' ')
}

/** The names of the channels. */
export const channelLabels: Record<NonNullable<Message['channel']>, MessageId> = {
  email: 'messages.channel.email',
  sms: 'messages.channel.sms',
}

/** The tone of the badge for each state of a message. */
export const stateTones: Record<MessageState, BadgeTone> = {
  waiting: 'note',
  sending: 'note',
  sent: 'good',
  delivered: 'good',
  shown: 'soft',
  failed: 'bad',
  dropped: 'soft',
  unsendable: 'warm',
}

/** State and reason as a sentence. */
export function formatOutcome({ state, why, attempts, due_at }: Message, zone: string, now = Date.now()): string {
  const soon = formatDay(due_at, zone) === formatDay(new Date(now).toISOString(), zone)
  const time = soon ? formatTime(due_at, zone) : formatDateTime(due_at, zone)
  if (state === 'waiting' && attempts > 0) return t('messages.said.tried', { count: attempts, time })
  if (state === 'waiting' && Date.parse(due_at) > now + 60_000) return t('messages.said.due', { time })
  if (why) return t(`messages.why.${why}`)
  return state === 'failed' || state === 'dropped' || state === 'unsendable' ? '' : t(`messages.said.${state}`)
}

/** The recipient's name; that of an erased person is gone. */
export const formatPerson = ({ person }: Message): string =>
  person ? (person.erased ? t('messages.erased') : person.name) : t('messages.noRecipient')

/** The appointment that a message is about: reference, and start on the place's clock. */
export const formatAppointment = ({ reference, starts_at, time_zone }: NonNullable<Message['appointment']>): string =>
  t('messages.aboutAppointment', {
    reference: formatReference(reference),
    when: withZone(formatShortDateTime(starts_at, time_zone), starts_at, time_zone),
  })

/** How a client will be told, or why not: "Gets a text message." */
export const formatExpectedMessage = ({ channels, why }: ExpectedMessage): string =>
  why
    ? t('messages.expected.none', { why: t(`messages.why.${why}`) })
    : t(`messages.expected.${channels.length > 1 ? 'both' : (channels[0] ?? 'sms')}`)
