import { codeRetryDelayMs } from '#domain/messages/retry-delay.ts'
import { countSegments, fitTextMessage } from '#domain/messages/segments.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { mintScope } from '../../platform/scope.ts'
import { openCode } from '../../platform/secrets/pending-code.ts'
import type { SmsProvider } from '../../platform/sms/provider.ts'
import { readSettingsRow } from '../site/queries.ts'
import { moveTicketsToNewerCode } from './code-commands.ts'
import { type CodeFacts, readCodes } from './code-queries.ts'
import { type DeliveryContext, sendOnce } from './deliver-message.ts'
import { codeText, readOutCodeText } from './letters/en.ts'
import { fillTemplate } from './letters/fill-template.ts'
import { markSending, releaseMessage, finishMessage, leaseDue } from './outbox-commands.ts'

/** Codes per batch. */
const together = 32

type CodeContext = DeliveryContext & Pick<Platform, 'secrets'>

interface Sender {
  name: string
  /** Origin of the site's pages; null if unknown. */
  origin: string | null
}

/**
 * Leases and sends one batch of due codes, separately from other messages because people wait for them.
 * Returns the number of codes.
 */
export async function sendCodes(context: Omit<CodeContext, 'scope'>, sms: SmsProvider, origin: string | null): Promise<number> {
  const { db, clock } = context
  const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
  const taken = await leaseDue(db, scope, together, 'codes')
  if (taken.length === 0) return 0
  const { site_name } = await readSettingsRow(db)
  const codes = await readCodes(db, scope, taken)
  await Promise.all(codes.map(one => sendCode({ ...context, scope }, one, sms, { name: site_name, origin })))
  return taken.length
}

async function sendCode(
  { db, clock, secrets, scope }: CodeContext,
  { message, code }: CodeFacts,
  sms: SmsProvider,
  sender: Sender,
): Promise<void> {
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
  const words = message.detail.read_out === true ? readOutCodeText : codeText
  const text = write(words, digits, sender)
  const { count: segments } = countSegments(text)
  // The stored text contains neither the code nor the number.
  const kept = {
    channel: 'sms',
    recipient: null,
    subject: null,
    body: write(words, '••••••', sender),
    mentor_id: undefined,
    segments,
  } as const
  if (!(await markSending(db, scope, message, kept))) return
  const handover = await sendOnce(sms, message, { id: message.id, to: code.phone, text, segments })
  const later = { ...scope, now: clock.now() }
  if (handover.outcome === 'sent') return finishMessage(db, later, message, { state: 'sent', why: message.why })
  if (handover.outcome === 'refused') return finishMessage(db, later, message, { state: 'failed', why: 'refused', error: handover.answer })
  await releaseMessage(db, later, message, {
    due: new Date(later.now.getTime() + codeRetryDelayMs(message.attempts, Math.random())),
    why: handover.outcome === 'unknown' ? 'answer_lost' : message.why,
    error: handover.answer,
  })
}

/** Appends the line that binds the code to our domain, so that phones autofill it on our pages only. */
function write(words: string, code: string, { name, origin }: Sender): string {
  const text = fitTextMessage(fillTemplate(words, { site: name, code }))
  return origin?.startsWith('https://') ? `${text}\n\n@${new URL(origin).host} #${code}` : text
}
