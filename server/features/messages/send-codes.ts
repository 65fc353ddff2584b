import type { Language } from '#contract/languages.ts'
import type { Channel } from '#domain/messages/channels.ts'
import { codeRetryDelayMs } from '#domain/messages/retry-delay.ts'
import { countSegments } from '#domain/messages/segments.ts'
import type { DeliveryResult } from '../../platform/delivery-result.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { organisationLanguage, recipientLanguage } from '../../platform/language.ts'
import { mintScope } from '../../platform/scope.ts'
import { openCode } from '../../platform/secrets/pending-code.ts'
import { storeWhileLeased } from '../../platform/store-while-leased.ts'
import { readLetterLogo } from '../branding/queries.ts'
import { readLegalKeys, readSettingsRow } from '../site/queries.ts'
import { moveTicketsToNewerCode } from './code-commands.ts'
import { type CodeFacts, readCodes } from './code-queries.ts'
import { type DeliveryContext, type Gateways, messageIdOf, sendOnce } from './deliver-message.ts'
import { chooseLetterStyle } from './letters/choose-letter-style.ts'
import { writeCode, type CodeSender } from './letters/write-code.ts'
import { codeLeaseMs, markSending, releaseMessage, finishMessage, leaseDue, type LeasedMessage } from './outbox-commands.ts'

/** Codes per batch. */
const batchSize = 32

type CodeContext = DeliveryContext & Pick<Platform, 'secrets'>
type CodeGateways = Pick<Gateways, 'sms' | 'mailer' | 'origin'>

/**
 * Leases and sends one batch of the codes that are due on a channel, separately from other messages because people
 * wait for them. Returns the number of codes.
 */
export async function sendCodes(context: Omit<CodeContext, 'scope'>, channel: Channel, gateways: CodeGateways): Promise<number> {
  const { db, clock } = context
  const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
  const taken = await leaseDue(db, scope, batchSize, `codes by ${channel}`)
  if (taken.length === 0) return 0
  const [{ site_name: name, contact, email_signature: signature, locale, ...settings }, legal] = await Promise.all([
    readSettingsRow(db),
    readLegalKeys(db),
  ])
  const logo = channel === 'email' ? await readLetterLogo(db, settings) : undefined
  const language = organisationLanguage(locale)
  const sender = { name, contact, signature, legal, origin: gateways.origin, language, style: chooseLetterStyle(settings), logo }
  const codes = await readCodes(db, scope, taken)
  await Promise.all(codes.map(one => sendCode({ ...context, scope }, one, gateways, sender)))
  return taken.length
}

async function sendCode(context: CodeContext, { message, code }: CodeFacts, gateways: CodeGateways, sender: CodeSender): Promise<void> {
  const { db, clock, secrets, scope } = context
  const drop = (why: 'erased' | 'changed' | 'superseded' | 'past') => finishMessage(db, scope, message, { state: 'dropped', why })
  if (!code) return drop('erased')
  if (code.used) return drop('changed')
  if (code.superseded) {
    await moveTicketsToNewerCode(db, scope, code)
    return drop('superseded')
  }
  if (Date.parse(code.expires_at) <= scope.now.getTime())
    return message.attempts > 1 ? finishMessage(db, scope, message, { state: 'failed', why: 'gave_up' }) : drop('past')
  const digits = openCode(secrets, String(message.detail.code_id), message.detail.sealed)
  if (digits === null)
    return finishMessage(db, scope, message, {
      state: 'failed',
      why: 'gave_up',
      error: 'The code was encrypted with a key that is not in this server’s key file (OPENHOUR_KEY_FILE).',
    })
  // A newcomer's is the language of the page on which they asked.
  const language = recipientLanguage(code.locale ?? (message.detail.language as string | undefined), sender.language)
  const result =
    code.email === null
      ? await sendText(context, message, { to: code.phone ?? '', digits, language }, gateways, sender)
      : await sendMail(context, message, { to: code.email, digits, language }, gateways, sender)
  if (result === null) return
  await storeWhileLeased(codeLeaseMs, async () => {
    const later = { ...scope, now: clock.now() }
    if (result.outcome === 'sent') return finishMessage(db, later, message, { state: 'sent', why: message.why })
    if (result.outcome === 'refused') return finishMessage(db, later, message, { state: 'failed', why: 'refused', error: result.answer })
    await releaseMessage(db, later, message, {
      due: new Date(later.now.getTime() + codeRetryDelayMs(message.attempts, Math.random())),
      why: result.outcome === 'unknown' ? 'answer_lost' : message.why,
      error: result.answer,
    })
  })
}

/** A code and where it goes. */
interface Parcel {
  to: string
  digits: string
  language: Language
}

/** Shown to staff in place of the code, which is stored nowhere. */
const masked = '••••••'

/** Null if another worker has taken over the lease, or there is no gateway any more (the row says so). */
async function sendText(
  { db, scope }: CodeContext,
  message: LeasedMessage,
  { to, digits, language }: Parcel,
  { sms }: CodeGateways,
  sender: CodeSender,
): Promise<DeliveryResult | null> {
  if (!sms) return settleUnsendable(db, scope, message)
  const readOut = message.detail.read_out === true
  const { sms: text } = writeCode(digits, sender, language, readOut)
  const { count: segments } = countSegments(text)
  const { sms: body } = writeCode(masked, sender, language, readOut)
  const kept = { channel: 'sms', recipient: null, subject: null, body, language, mentor_id: undefined, segments } as const
  if (!(await markSending(db, scope, message, kept))) return null
  return sendOnce(sms, message, { id: message.id, to, text, segments })
}

/** As `sendText`. */
async function sendMail(
  { db, scope, settings }: CodeContext,
  message: LeasedMessage,
  { to, digits, language }: Parcel,
  { mailer }: CodeGateways,
  sender: CodeSender,
): Promise<DeliveryResult | null> {
  if (!mailer) return settleUnsendable(db, scope, message)
  const { subject, text: body } = writeCode(masked, sender, language)
  if (!(await markSending(db, scope, message, { channel: 'email', recipient: null, subject, body, language, mentor_id: undefined })))
    return null
  const from = { name: sender.name, address: settings.mail?.from ?? '' }
  const { text, html } = writeCode(digits, sender, language)
  return mailer.send({
    messageId: messageIdOf(message, from.address),
    from,
    to: { name: '', address: to },
    date: scope.now,
    subject,
    text,
    html,
    logo: sender.logo,
  })
}

async function settleUnsendable(db: CodeContext['db'], scope: CodeContext['scope'], message: LeasedMessage): Promise<null> {
  await finishMessage(db, scope, message, { state: 'unsendable', why: 'no_gateway' })
  return null
}
