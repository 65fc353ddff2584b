import { setTimeout as pause } from 'node:timers/promises'
import type { Channel } from '#domain/messages/channels.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { type Job, waitForDeliveries } from '../../platform/jobs.ts'
import { openMailer } from '../../platform/mail/smtp.ts'
import { mintScope } from '../../platform/scope.ts'
import { openSmsProvider } from '../../platform/sms/open.ts'
import { sendCodes } from './send-codes.ts'
import type { Gateways } from './deliver-message.ts'
import { writeContractMessages, writeFeedbackRequests, writeRequestMessages } from './due-commands.ts'
import { writeReminders } from './reminder-commands.ts'
import { sendDueBatch } from './send-batch.ts'

/**
 * Minimum time between the starts of two batches, in ms: at most forty messages a second, so that ten
 * thousand due messages do not slow down bookings.
 */
const paceMs = 200
/**
 * After reading a batch, the worker reads no other one for this multiple of the time that reading took, up
 * to `maxRestMs`. A busy database slows it down; a slow provider does not.
 */
const [restTimes, maxRestMs] = [10, 1000]

/** The jobs that send messages. Several servers share the due messages. */
export function messageJobs({ mail, sms }: Platform['settings'], origin: string | null): Job[] {
  const gateways: Gateways = {
    mailer: mail ? openMailer(mail.url) : null,
    sms: sms ? openSmsProvider(sms, origin) : null,
    origin,
    pausedUntil: new Map(),
  }
  return [
    {
      name: 'messages',
      everySeconds: 3,
      run: (platform, ending) => waitForDeliveries(ending, sendAll(platform, gateways, ending)),
    },
    ...(gateways.sms ? [codeJob('sms', gateways)] : []),
    ...(mail ? [codeJob('email', { ...gateways, mailer: openMailer(mail.url, codeTimeouts) })] : []),
    { name: 'reminders', everySeconds: 30, run: writeDueReminders },
    { name: 'requests', everySeconds: 60, run: writeDueMessages },
  ]
}

/**
 * A mail server has less time for a code than for a letter: its lease is short, and a person waits. In
 * milliseconds.
 */
const codeTimeouts = { connectMs: 8000, answerMs: 20_000 }

/** Separate jobs, so that codes wait neither behind reminders nor for the other channel's slow provider. */
const codeJob = (channel: Channel, gateways: Gateways): Job => ({
  name: channel === 'sms' ? 'codes' : 'codes by e-mail',
  everySeconds: 1,
  run: (platform, ending) => waitForDeliveries(ending, sendAllCodes(platform, channel, gateways, ending)),
})

async function sendAllCodes(platform: Platform, channel: Channel, gateways: Gateways, ending: AbortSignal): Promise<void> {
  while (!ending.aborted && (await sendCodes(platform, channel, gateways)) > 0);
}

/** Queues due reminders. */
export async function writeDueReminders({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await writeReminders(db, mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false }))
}

/** Queues messages about feedback to give, contracts to accept and requests to decide. */
export async function writeDueMessages({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
  await writeFeedbackRequests(db, scope)
  await writeContractMessages(db, scope)
  await writeRequestMessages(db, scope)
}

/** Sends batches until nothing is due or the server stops. */
async function sendAll(platform: Platform, gateways: Gateways, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const began = performance.now()
    const { count, readingMs } = await sendDueBatch(platform, gateways)
    if (count === 0) return
    const next = Math.max(paceMs, readingMs + Math.min(maxRestMs, readingMs * restTimes))
    await pause(Math.max(0, began + next - performance.now()), undefined, { signal: ending }).catch(() => {})
  }
}
