import type { Channel } from '#domain/messages/ways.ts'
import { giveUpAfter, pauseAfter } from '#domain/messages/retrying.ts'
import { gatewaysOf } from '../../platform/config.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { Handover, Mail, Post } from '../../platform/mail/smtp.ts'
import { mintScope, type Scope } from '../../platform/scope.ts'
import { calendarInvitation } from '../appointments/calendar/present.ts'
import { readSettingsRow } from '../site/queries.ts'
import { type Facts, readFacts } from './facts-queries.ts'
import { judge, type Rules, type Verdict } from './judge.ts'
import { type Letter, type Sender, writeLetter } from './letters/write.ts'
import { type Kept, markSending, putBack, settle, takeDue, type Taken } from './outbox-commands.ts'

/** By what messages leave. */
export interface Gateways {
  /** Null: there is no mail server. */
  post: Post | null
  /** Where the site's pages are; null: not known here. */
  origin: string | null
}

type Ground = Pick<Platform, 'db' | 'clock' | 'settings'>

/** So many are in hand at once: few enough that a mail server is not run over, and that a slow one holds up few. */
const together = 8

/** Takes and sends what is due, `together` at once. Answers how many it had in hand, and whether the mail server takes nobody's. */
export async function sendSome(ground: Ground, gateways: Gateways): Promise<{ count: number; away: boolean }> {
  const { db, clock, settings } = ground
  const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
  const taken = await takeDue(db, scope, together)
  if (taken.length === 0) return { count: 0, away: false }
  const set = await readSettingsRow(db)
  const rules: Rules = {
    quiet: { from: set.quiet_from, until: set.quiet_until, zone: set.time_zone },
    reminderMinutes: set.reminder_minutes,
  }
  const sender: Sender = { name: set.site_name, contact: set.contact, origin: gateways.origin, time_zone: set.time_zone }
  const ways = gatewaysOf(settings)
  const facts = await readFacts(db, scope, taken)
  // Each by itself: one that fails says so in its own row, and stops no other.
  const ends = await Promise.allSettled(
    facts.map(one =>
      carryOut({ ...ground, scope }, one, judge(one, scope.now, rules, ways), { ...gateways, sender }).catch(async (error: unknown) => {
        await tryLater({ ...ground, scope }, one.message, { outcome: 'postponed', answer: (error as Error).message, away: false })
        throw error
      }),
    ),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return { count: taken.length, away: ends.some(end => end.status === 'fulfilled' && end.value === 'away') }
}

async function carryOut(
  ground: Ground & { scope: Scope },
  facts: Facts,
  verdict: Verdict,
  { post, sender }: { post: Post | null; sender: Sender },
): Promise<'away' | 'done'> {
  const { db, scope } = ground
  const { message } = facts
  if (verdict.do === 'wait') await putBack(db, scope, message, { due: verdict.until, untried: true, why: message.why })
  else if (verdict.do === 'drop') await settle(db, scope, message, { state: 'dropped', why: verdict.why })
  else if (verdict.do === 'give up') await settle(db, scope, message, { state: 'unsendable', why: verdict.why })
  else {
    const { kind, channels, person } = verdict
    const letter = writeLetter(kind, facts, person, sender)
    const keep = (channel: Channel): Kept => ({
      channel,
      recipient: (channel === 'email' ? person.email : person.phone) ?? '',
      subject: letter.subject,
      body: letter.text,
      mentor_id: facts.appointment?.mentor.id,
    })
    // In the demo whoever has no e-mail address, or where there is no mail server, is sent nothing: administrators read it.
    if (post === null || !channels.includes('email')) await settle(db, scope, message, { state: 'shown', kept: keep(channels[0]) })
    else return hand(ground, facts, { letter, kept: keep('email') }, { post, sender })
  }
  return 'done'
}

async function hand(
  { db, clock, settings, scope }: Ground & { scope: Scope },
  facts: Facts,
  { letter, kept }: { letter: Letter; kept: Kept },
  { post, sender }: { post: Post; sender: Sender },
): Promise<'away' | 'done'> {
  const { message, person } = facts
  if (!(await markSending(db, scope, message, kept))) return 'done'
  const from = { name: sender.name, address: settings.mail?.from ?? '' }
  const mail = addressed(facts, letter, { from, to: { name: person?.name ?? '', address: kept.recipient }, now: scope.now })
  const handover = await post.send(mail)
  const later = { ...scope, now: clock.now() }
  if (handover.outcome === 'sent') await settle(db, later, message, { state: 'sent', why: message.why })
  else if (handover.outcome === 'refused') await settle(db, later, message, { state: 'failed', why: 'refused', error: handover.answer })
  else await tryLater({ db, scope: later }, message, handover)
  return handover.outcome === 'postponed' && handover.away ? 'away' : 'done'
}

/** After a pause; not after a day of tries, and once only where it may have gone out already. */
async function tryLater(
  { db, scope }: Pick<Ground, 'db'> & { scope: Scope },
  message: Taken,
  { outcome, answer }: Extract<Handover, { outcome: 'unknown' | 'postponed' }>,
): Promise<void> {
  const why = outcome === 'unknown' ? 'answer_lost' : message.why
  const late = scope.now.getTime() - Date.parse(message.tried_since) >= giveUpAfter
  if (late || (outcome === 'unknown' && message.why === 'answer_lost')) {
    await settle(db, scope, message, { state: 'failed', why: why ?? 'gave_up', error: answer })
    return
  }
  const due = new Date(scope.now.getTime() + pauseAfter(message.attempts, Math.random()))
  await putBack(db, scope, message, { due, why, error: answer })
}

function addressed(
  { message, appointment }: Facts,
  { subject, text, html, calendar }: Letter,
  { from, to, now }: Pick<Mail, 'from' | 'to'> & { now: Date },
): Mail {
  const content = calendar && appointment ? calendarInvitation(appointment, now, { method: calendar, organiser: from, attendee: to }) : null
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
