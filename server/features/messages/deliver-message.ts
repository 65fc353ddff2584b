import type { Channel } from '#domain/messages/channels.ts'
import { maxRetryMs, retryDelayMs } from '#domain/messages/retry-delay.ts'
import { countSegments } from '#domain/messages/segments.ts'
import type { DeliveryResult } from '../../platform/delivery-result.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { Mail, Mailer } from '../../platform/mail/smtp.ts'
import type { Scope } from '../../platform/scope.ts'
import type { SmsProvider } from '../../platform/sms/provider.ts'
import { storeWhileLeased } from '../../platform/store-while-leased.ts'
import { calendarInvitation } from '../appointments/calendar/present.ts'
import { markUnconfirmedSending } from './email-budget-commands.ts'
import type { Facts } from './facts/queries.ts'
import type { Letter, Sender } from './letters/write-letter.ts'
import { type StoredContent, leaseMs, markSending, releaseMessage, finishMessage, type LeasedMessage } from './outbox-commands.ts'
import { type Budgets, markTextMessageSending } from './text-message-commands.ts'

/** The providers of messages. */
export interface Gateways {
  /** Null if no mail server is configured. */
  mailer: Mailer | null
  /** Null if no SMS gateway is configured. */
  sms: SmsProvider | null
  /** Origin of the site's pages; null if unknown. */
  origin: string | null
  /**
   * Channels whose provider was down at the last attempt, with the time of the next attempt in ms since
   * 1970.
   */
  pausedUntil: Map<Channel, number>
}

/** What delivering a message needs of the platform. */
export type DeliveryContext = Pick<Platform, 'db' | 'clock' | 'settings'> & { scope: Scope }

interface PreparedMessage {
  letter: Letter
  kept: StoredContent
}

/** The stored content of a message for this channel. */
export const contentOf = (
  channel: Channel,
  person: { email: string | null; phone: string | null },
  letter: Letter,
  facts: Facts,
): StoredContent => ({
  channel,
  recipient: (channel === 'email' ? person.email : person.phone) ?? '',
  ...(channel === 'email' ? { subject: letter.subject, body: letter.text } : { subject: null, body: letter.sms }),
  language: letter.language,
  mentor_id: facts.appointment?.mentor.id ?? facts.entry?.offer?.mentor_id,
})

/** Delivers one message and stores the result. Returns its channel if the provider is down. */
export async function deliverMessage(
  context: DeliveryContext,
  facts: Facts,
  written: PreparedMessage,
  { gateways: { mailer, sms }, sender, budgets }: { gateways: Gateways; sender: Sender; budgets: Budgets },
): Promise<Channel | null> {
  const { message } = facts
  const { channel } = written.kept
  const result =
    channel === 'email' && mailer
      ? await sendMail(context, facts, written, mailer, { sender, budgets })
      : sms && (await sendText(context, message, written.kept, sms, budgets))
  return result ? storeResult(context, message, result, channel) : null
}

/** Stores what came of a message, or when it is tried again. Returns its channel if the provider is down. */
export async function storeResult(
  { db, clock, scope }: DeliveryContext,
  message: LeasedMessage,
  result: DeliveryResult,
  channel: Channel,
): Promise<Channel | null> {
  await storeWhileLeased(leaseMs, async () => {
    const later = { ...scope, now: clock.now() }
    if (result.outcome === 'sent') await finishMessage(db, later, message, { state: 'sent', why: message.why })
    else if (result.outcome === 'refused')
      await finishMessage(db, later, message, { state: 'failed', why: 'refused', error: result.answer })
    else await retryLater({ db, scope: later }, message, result, channel)
  })
  return 'providerDown' in result && result.providerDown ? channel : null
}

/** Null if another worker has taken over the lease, or the budget is spent (the row says so). */
async function sendMail(
  { db, scope, settings }: DeliveryContext,
  facts: Facts,
  { letter, kept }: PreparedMessage,
  mailer: Mailer,
  { sender, budgets }: { sender: Sender; budgets: Budgets },
): Promise<DeliveryResult | null> {
  const { message, person } = facts
  if (person?.unconfirmed) {
    const marked = await markUnconfirmedSending(db, scope, message, kept, budgets.zone)
    if (marked === 'email_budget') await finishMessage(db, scope, message, { state: 'unsendable', why: marked })
    if (marked !== 'marked') return null
  } else if (!(await markSending(db, scope, message, kept))) return null
  const from = { name: sender.name, address: settings.mail?.from ?? '' }
  return mailer.send(
    composeMail(facts, letter, {
      from,
      to: { name: facts.person?.name ?? '', address: kept.recipient ?? '' },
      now: scope.now,
      origin: sender.origin,
      logo: sender.logo,
    }),
  )
}

/**
 * Sends a text message. `body`: what is sent, where it is not stored. Null if another worker has taken over
 * the lease, or a budget is spent (the row says so).
 */
export async function sendText(
  { db, scope }: Pick<DeliveryContext, 'db' | 'scope'>,
  message: LeasedMessage,
  kept: StoredContent,
  sms: SmsProvider,
  budgets: Budgets,
  body = kept.body,
): Promise<DeliveryResult | null> {
  const { count: segments } = countSegments(body)
  const text = { id: message.id, to: kept.recipient ?? '', text: body, segments }
  const marked = await markTextMessageSending(db, scope, message, kept, segments, budgets)
  if (marked === 'day_budget' || marked === 'phone_budget') await finishMessage(db, scope, message, { state: 'unsendable', why: marked })
  return marked === 'marked' ? sendOnce(sms, message, text) : null
}

/**
 * If it may have been sent already, asks a provider that does not deduplicate by our id before sending
 * again.
 */
export async function sendOnce(
  sms: SmsProvider,
  { why, tried_since }: LeasedMessage,
  text: Parameters<SmsProvider['send']>[0],
): Promise<DeliveryResult> {
  if (why !== 'answer_lost' || !sms.find) return sms.send(text)
  const asked = await sms.find(text, new Date(tried_since))
  if ('outcome' in asked) return asked
  return asked.found ? { outcome: 'sent', answer: '' } : sms.send(text)
}

/**
 * Schedules another attempt, unless a day of attempts has passed. An e-mail that may have been sent is
 * retried once, because a mail server cannot be asked.
 */
export async function retryLater(
  { db, scope }: Pick<DeliveryContext, 'db' | 'scope'>,
  message: LeasedMessage,
  { outcome, answer }: Pick<Extract<DeliveryResult, { outcome: 'unknown' | 'deferred' }>, 'outcome' | 'answer'>,
  channel: Channel = 'email',
): Promise<void> {
  const why = outcome === 'unknown' ? 'answer_lost' : message.why
  const late = scope.now.getTime() - Date.parse(message.tried_since) >= maxRetryMs
  if (late || (outcome === 'unknown' && message.why === 'answer_lost' && channel === 'email')) {
    await finishMessage(db, scope, message, { state: 'failed', why: why ?? 'gave_up', error: answer })
    return
  }
  const due = new Date(scope.now.getTime() + retryDelayMs(message.attempts, Math.random()))
  await releaseMessage(db, scope, message, { due, why, error: answer })
}

function composeMail(
  { message, appointment }: Facts,
  { language, subject, text, html, calendar }: Letter,
  { from, to, now, origin, logo }: Pick<Mail, 'from' | 'to' | 'logo'> & { now: Date; origin: string | null },
): Mail {
  const content =
    calendar && appointment
      ? calendarInvitation(appointment, now, origin, language, { method: calendar, organiser: from, attendee: to })
      : null
  return {
    messageId: messageIdOf(message, from.address),
    from,
    to,
    date: now,
    subject,
    text,
    html,
    logo,
    calendar: calendar && content ? { method: calendar, content } : undefined,
  }
}

/** Our Message-ID. It stays the same in retries, so that mail programs recognise duplicates. */
export const messageIdOf = ({ id }: LeasedMessage, address: string): string => `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`
