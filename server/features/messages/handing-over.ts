import type { Channel } from '#domain/messages/ways.ts'
import { giveUpAfter, pauseAfter } from '#domain/messages/retrying.ts'
import { countSegments } from '#domain/messages/segments.ts'
import type { DeliveryResult } from '../../platform/delivery-result.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { Mail, Post } from '../../platform/mail/smtp.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Texts } from '../../platform/sms/texts.ts'
import { calendarInvitation } from '../appointments/calendar/present.ts'
import type { Facts } from './facts-queries.ts'
import type { Letter, Sender } from './letters/write.ts'
import { type Kept, markSending, putBack, settle, type Taken } from './outbox-commands.ts'
import { type Budgets, markTexting } from './text-commands.ts'

/** By what messages leave. */
export interface Gateways {
  /** Null: there is no mail server. */
  post: Post | null
  /** Null: there is no gateway for text messages. */
  texts: Texts | null
  /** Where the site's pages are; null: not known here. */
  origin: string | null
  /** Ways that took nobody's messages when last tried, and until when they are left alone, in milliseconds since 1970. */
  rests: Map<Channel, number>
}

export type Ground = Pick<Platform, 'db' | 'clock' | 'settings'> & { scope: Scope }

interface Written {
  letter: Letter
  kept: Kept
}

/** What is kept of a message that goes by this way. */
export const keptOf = (channel: Channel, person: { email: string | null; phone: string | null }, letter: Letter, facts: Facts): Kept => ({
  channel,
  recipient: (channel === 'email' ? person.email : person.phone) ?? '',
  ...(channel === 'email' ? { subject: letter.subject, body: letter.text } : { subject: null, body: letter.sms }),
  mentor_id: facts.appointment?.mentor.id,
})

/** Hands one over and keeps what became of it. Answers its way, where that takes nobody's messages now. */
export async function handOver(
  ground: Ground,
  facts: Facts,
  written: Written,
  { gateways: { post, texts }, sender, budgets }: { gateways: Gateways; sender: Sender; budgets: Budgets },
): Promise<Channel | null> {
  const { db, clock, scope } = ground
  const { message } = facts
  const { channel } = written.kept
  const result =
    channel === 'email' && post
      ? await mailIt(ground, facts, written, post, sender)
      : texts && (await textIt(ground, message, written.kept, texts, budgets))
  if (!result) return null
  const later = { ...scope, now: clock.now() }
  if (result.outcome === 'sent') await settle(db, later, message, { state: 'sent', why: message.why })
  else if (result.outcome === 'refused') await settle(db, later, message, { state: 'failed', why: 'refused', error: result.answer })
  else await tryLater({ db, scope: later }, message, result, channel)
  return 'providerDown' in result && result.providerDown ? channel : null
}

/** Null where somebody else has it in hand by now. */
async function mailIt(
  { db, scope, settings }: Ground,
  facts: Facts,
  { letter, kept }: Written,
  post: Post,
  sender: Sender,
): Promise<DeliveryResult | null> {
  if (!(await markSending(db, scope, facts.message, kept))) return null
  const from = { name: sender.name, address: settings.mail?.from ?? '' }
  return post.send(
    addressed(facts, letter, {
      from,
      to: { name: facts.person?.name ?? '', address: kept.recipient ?? '' },
      now: scope.now,
      origin: sender.origin,
    }),
  )
}

/** Null where somebody else has it in hand by now, and where a budget is spent, which its row then says. */
async function textIt({ db, scope }: Ground, message: Taken, kept: Kept, texts: Texts, budgets: Budgets): Promise<DeliveryResult | null> {
  const { count: segments } = countSegments(kept.body)
  const text = { id: message.id, to: kept.recipient ?? '', text: kept.body, segments }
  const marked = await markTexting(db, scope, message, kept, segments, budgets)
  if (marked === 'day_budget' || marked === 'phone_budget') await settle(db, scope, message, { state: 'unsendable', why: marked })
  return marked === 'marked' ? sendOnce(texts, message, text) : null
}

/** Where it may have gone out already, whoever does not know our ids is asked first. */
export async function sendOnce(texts: Texts, { why, tried_since }: Taken, text: Parameters<Texts['send']>[0]): Promise<DeliveryResult> {
  if (why !== 'answer_lost' || !texts.find) return texts.send(text)
  const asked = await texts.find(text, new Date(tried_since))
  if ('outcome' in asked) return asked
  return asked.found ? { outcome: 'sent', answer: '' } : texts.send(text)
}

/** After a pause; not after a day of tries, and, of a letter, once only where it may have gone out already: nobody can be asked whether it has. */
export async function tryLater(
  { db, scope }: Pick<Ground, 'db' | 'scope'>,
  message: Taken,
  { outcome, answer }: Pick<Extract<DeliveryResult, { outcome: 'unknown' | 'deferred' }>, 'outcome' | 'answer'>,
  channel: Channel = 'email',
): Promise<void> {
  const why = outcome === 'unknown' ? 'answer_lost' : message.why
  const late = scope.now.getTime() - Date.parse(message.tried_since) >= giveUpAfter
  if (late || (outcome === 'unknown' && message.why === 'answer_lost' && channel === 'email')) {
    await settle(db, scope, message, { state: 'failed', why: why ?? 'gave_up', error: answer })
    return
  }
  const due = new Date(scope.now.getTime() + pauseAfter(message.attempts, Math.random()))
  await putBack(db, scope, message, { due, why, error: answer })
}

function addressed(
  { message, appointment }: Facts,
  { subject, text, html, calendar }: Letter,
  { from, to, now, origin }: Pick<Mail, 'from' | 'to'> & { now: Date; origin: string | null },
): Mail {
  const content =
    calendar && appointment ? calendarInvitation(appointment, now, origin, { method: calendar, organiser: from, attendee: to }) : null
  return {
    messageId: messageIdOf(message, from.address),
    from,
    to,
    date: now,
    subject,
    text,
    html,
    calendar: calendar && content ? { method: calendar, content } : undefined,
  }
}

/** Our own id of the message, so that handing it over once more makes no other message of it. */
const messageIdOf = ({ id }: Taken, address: string): string => `<${id}@${address.slice(address.lastIndexOf('@') + 1)}>`
