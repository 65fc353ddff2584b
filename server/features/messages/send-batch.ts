import type { Channel } from '#domain/messages/channels.ts'
import { availableChannels } from '../../platform/config.ts'
import { translateAnswer } from '../../platform/content-texts.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { organisationLanguage, recipientLanguage } from '../../platform/language.ts'
import { mintScope } from '../../platform/scope.ts'
import { ResultNotStored } from '../../platform/store-while-leased.ts'
import { readLetterLogo } from '../branding/queries.ts'
import { readLegalKeys, readSettingsRow } from '../site/queries.ts'
import { type Facts, readFacts } from './facts/queries.ts'
import { type Gateways, type DeliveryContext, deliverMessage, contentOf, retryLater } from './deliver-message.ts'
import { deliverInvitation } from './deliver-invitation.ts'
import { decideDelivery, rulesOf, type DeliveryDecision } from './delivery-decision.ts'
import { chooseLetterStyle } from './letters/choose-letter-style.ts'
import type { OwnWordings } from './letters/choose-wording.ts'
import { languageOfLetter, type Sender, writeLetter } from './letters/write-letter.ts'
import { releaseMessage, finishMessage, splitByChannel, leaseDue, type LeasedMessage } from './outbox-commands.ts'
import type { Budgets } from './text-message-commands.ts'
import { readOwnWordings } from './wording-queries.ts'

/** Batch size: small enough not to overload a mail server, and for a slow one to delay few messages. */
const batchSize = 8
/** Pause of a channel whose provider is down, in ms. The other channel continues. */
const channelPauseMs = 30_000

interface Batch {
  /** Number of messages in the batch. */
  count: number
  /** Time to read the batch from the database. */
  readingMs: number
  /** Channels whose provider is down. */
  channelsDown: Channel[]
}

/** Leases and sends one batch of due messages. */
export async function sendDueBatch(
  context: Omit<DeliveryContext, 'scope'> & Pick<Platform, 'secrets' | 'contentTexts'>,
  gateways: Gateways,
): Promise<Batch> {
  const { db, clock, settings } = context
  const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
  const began = performance.now()
  const taken = await leaseDue(db, scope, batchSize)
  if (taken.length === 0) return { count: 0, readingMs: 0, channelsDown: [] }
  const set = await readSettingsRow(db)
  const rules = rulesOf(set)
  const sender: Sender = {
    name: set.site_name,
    contact: set.contact,
    signature: set.email_signature,
    legal: await readLegalKeys(db),
    origin: gateways.origin,
    time_zone: set.time_zone,
    language: organisationLanguage(set.locale),
    style: chooseLetterStyle(set),
    logo: await readLetterLogo(db, set),
  }
  const budgets: Budgets = { segmentsDay: set.text_segments_day, messagesPhone: set.text_messages_phone, zone: set.time_zone }
  const channels = availableChannels(settings)
  const invitations = taken.filter(({ kind }) => kind === 'invitation')
  const others = taken.filter(({ kind }) => kind !== 'invitation')
  const [facts, wordings] = await Promise.all([readFacts(db, scope, others), readOwnWordings(db, scope)])
  const readingMs = performance.now() - began
  // A failure is stored in the message's own row and stops no other message.
  const retry = (message: LeasedMessage) => async (error: unknown) => {
    if (error instanceof ResultNotStored) throw error
    await retryLater({ ...context, scope }, message, { outcome: 'deferred', answer: (error as Error).message })
    throw error
  }
  const ends = await Promise.allSettled([
    ...facts.map(one =>
      executeDecision({ ...context, scope }, one, decideDelivery(one, scope.now, rules, channels), {
        gateways,
        sender,
        budgets,
        wordings,
      }).catch(retry(one.message)),
    ),
    ...invitations.map(one => deliverInvitation({ ...context, scope }, one, { gateways, sender, budgets }).catch(retry(one))),
  ])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  const channelsDown = [...new Set(ends.flatMap(end => (end.status === 'fulfilled' && end.value ? [end.value] : [])))]
  for (const channel of channelsDown) gateways.pausedUntil.set(channel, clock.now().getTime() + channelPauseMs)
  return { count: taken.length, readingMs, channelsDown }
}

type Context = DeliveryContext & Pick<Platform, 'contentTexts'>

interface Means {
  gateways: Gateways
  sender: Sender
  budgets: Budgets
  wordings: OwnWordings
}

/** Does what was decided about a message. Returns its channel if the provider is down. */
async function executeDecision(context: Context, facts: Facts, decision: DeliveryDecision, means: Means): Promise<Channel | null> {
  const { db, scope } = context
  const { message } = facts
  switch (decision.action) {
    case 'wait':
      await releaseMessage(db, scope, message, { due: decision.until, untried: true, why: message.why })
      return null
    case 'drop':
      await finishMessage(db, scope, message, { state: 'dropped', why: decision.why })
      return null
    case 'fail':
      await finishMessage(db, scope, message, { state: 'unsendable', why: decision.why })
      return null
    case 'send':
      return sendLetter(context, facts, decision, means)
  }
}

/** Writes the letter of a message and hands it over to the provider of its channel. Returns the channel if that is down. */
async function sendLetter(
  context: Context,
  original: Facts,
  { kind, channels, person }: Extract<DeliveryDecision, { action: 'send' }>,
  { gateways, sender, budgets, wordings }: Means,
): Promise<Channel | null> {
  const { db, scope, contentTexts } = context
  const { message } = original
  const [channel] = channels
  if (channels.length > 1 && !(await splitByChannel(db, scope, message, channels))) return null
  const { name, locale, time_zone } = person
  const reader = { name, language: recipientLanguage(locale, sender.language), time_zone }
  const texts = await contentTexts.get(languageOfLetter(kind, original, reader.language))
  const facts = texts ? translateAnswer(original, texts) : original
  const letter = writeLetter(kind, facts, reader, sender, wordings)
  const kept = contentOf(channel, person, letter, facts)
  const hasProvider = channel === 'email' ? gateways.mailer !== null : gateways.sms !== null
  if (!hasProvider) {
    // In the demo: administrators can read it.
    await finishMessage(db, scope, message, { state: 'shown', kept })
    return null
  }
  if (scope.now.getTime() < (gateways.pausedUntil.get(channel) ?? 0)) {
    const due = new Date(scope.now.getTime() + channelPauseMs * (1 + Math.random()))
    await releaseMessage(db, scope, message, { due, untried: true, why: message.why })
    return null
  }
  return deliverMessage(context, facts, { letter, kept }, { gateways, sender, budgets })
}
