import type { Channel } from '#domain/messages/channels.ts'
import type { DeliveryResult } from '../../platform/delivery-result.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { recipientLanguage } from '../../platform/language.ts'
import { openCode } from '../../platform/secrets/pending-code.ts'
import { hashToken } from '../../platform/session-gate.ts'
import { type DeliveryContext, type Gateways, messageIdOf, sendText, storeResult } from './deliver-message.ts'
import { findInvitationFacts, type InvitationFacts } from './invitation-queries.ts'
import { formatTimeForReader } from './letters/format-time.ts'
import { writeInvitation } from './letters/write-invitation.ts'
import type { Sender } from './letters/write-letter.ts'
import { markSending, releaseMessage, finishMessage, type LeasedMessage } from './outbox-commands.ts'
import type { Budgets } from './text-message-commands.ts'

type Context = DeliveryContext & Pick<Platform, 'secrets'>

interface Means {
  gateways: Gateways
  sender: Sender
  budgets: Budgets
}

/** In place of the link in what is stored: staff read the outbox, and the link proves an address. */
const masked = '••••••'

/**
 * Sends the link of an invitation. Dropped where the invitation has ended, or where a newer link has
 * replaced this one. Returns the channel if its provider is down.
 */
export async function deliverInvitation(context: Context, message: LeasedMessage, means: Means): Promise<Channel | null> {
  const { db, secrets, scope } = context
  const { detail } = message
  const facts = await findInvitationFacts(db, scope, detail.invitation_id)
  const end = (why: 'erased' | 'changed' | 'past' | 'superseded') => finishMessage(db, scope, message, { state: 'dropped', why })
  if (!facts || facts.address === null) return end('erased').then(() => null)
  if (facts.ended) return end('changed').then(() => null)
  if (Date.parse(facts.expires_at) <= scope.now.getTime()) return end('past').then(() => null)
  const token = openCode(secrets, String(detail.invitation_id), detail.sealed)
  if (token === null) {
    await finishMessage(db, scope, message, {
      state: 'failed',
      why: 'gave_up',
      error: 'The link was encrypted with a key that is not in this server’s key file (OPENHOUR_KEY_FILE).',
    })
    return null
  }
  if (!hashToken(token).equals(facts.token_hash)) return end('superseded').then(() => null)
  const { origin, pausedUntil, mailer, sms } = means.gateways
  const channel: Channel = message.via === 'sms' ? 'sms' : 'email'
  if (origin === null || !(channel === 'email' ? mailer : sms)) {
    await finishMessage(db, scope, message, { state: 'unsendable', why: 'no_gateway' })
    return null
  }
  const pauseEnds = pausedUntil.get(channel) ?? 0
  if (scope.now.getTime() < pauseEnds) {
    await releaseMessage(db, scope, message, { due: new Date(pauseEnds), untried: true, why: message.why })
    return null
  }
  const result = await send(context, message, { facts, channel, link: `${origin}/invitation#${token}` }, means)
  return result ? storeResult(context, message, result, channel) : null
}

/** Null if another worker has taken over the lease, or a budget is spent (the row says so). */
async function send(
  { db, scope, settings }: Context,
  message: LeasedMessage,
  { facts, channel, link }: { facts: InvitationFacts; channel: Channel; link: string },
  { gateways: { mailer, sms: provider }, sender, budgets }: Means,
): Promise<DeliveryResult | null> {
  const language = recipientLanguage(facts.locale, sender.language)
  const invited = { ...facts, until: formatTimeForReader(language, facts.expires_at, sender.time_zone, facts.time_zone) }
  const shown = writeInvitation(invited, masked, sender, language)
  const { subject, text, html, sms } = writeInvitation(invited, link, sender, language)
  const to = facts.address ?? ''
  const named = { language, mentor_id: undefined, inviter_id: facts.inviter_id }
  if (channel === 'email' && mailer) {
    const kept = { channel, recipient: to, subject, body: shown.text, ...named }
    if (!(await markSending(db, scope, message, kept))) return null
    const from = { name: sender.name, address: settings.mail?.from ?? '' }
    return mailer.send({
      messageId: messageIdOf(message, from.address),
      from,
      to: { name: facts.name, address: to },
      date: scope.now,
      subject,
      text,
      html,
      logo: sender.logo,
    })
  }
  if (!provider) return null
  const kept = { channel: 'sms' as const, recipient: to, subject: null, body: shown.sms, ...named }
  return sendText({ db, scope }, message, kept, provider, budgets, sms)
}
