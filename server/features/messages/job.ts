import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '../../platform/http/platform.ts'
import type { Job } from '../../platform/jobs.ts'
import { openPost } from '../../platform/mail/smtp.ts'
import { mintScope } from '../../platform/scope.ts'
import { openTexts } from '../../platform/sms/open.ts'
import type { Texts } from '../../platform/sms/texts.ts'
import { sendCodes } from './send-codes.ts'
import type { Gateways } from './deliver-message.ts'
import { writeContractNotices, writeFeedbackRequests, writePendingNotices } from './due-commands.ts'
import { writeReminders } from './reminder-commands.ts'
import { sendDueBatch } from './send-batch.ts'

/** From the beginning of one handful to that of the next, in milliseconds: forty messages a second at most, so that ten thousand that are due at once hold up nobody who books. */
const pace = 200
/** After a handful that was read slowly, because the machine is busy, the machine is left to others for so many times as long, but for no more milliseconds than this. A slow gateway is nobody's load. */
const [restTimes, maxRestMs] = [10, 1000]
/** A server that stops waits so long for letters under way, in milliseconds; their leases end by themselves. */
const grace = 15_000

/** What sends messages, on every server that is told to: they share what is due. */
export function messageJobs({ mail, sms }: Platform['settings'], origin: string | null): Job[] {
  const gateways: Gateways = {
    post: mail ? openPost(mail.url) : null,
    texts: sms ? openTexts(sms, origin) : null,
    origin,
    rests: new Map(),
  }
  return [
    {
      name: 'messages',
      everySeconds: 3,
      run: (platform, ending) => upTo(grace, ending, sendAll(platform, gateways, ending)),
    },
    ...(gateways.texts ? [codeJob(gateways.texts, origin)] : []),
    { name: 'reminders', everySeconds: 30, run: remind },
    { name: 'requests', everySeconds: 60, run: writeDueNotices },
  ]
}

/** By itself, so that nobody waits for a code behind ten thousand reminders, or for a gateway that keeps those waiting. */
const codeJob = (texts: Texts, origin: string | null): Job => ({
  name: 'codes',
  everySeconds: 1,
  run: (platform, ending) => upTo(grace, ending, sendAllCodes(platform, texts, origin, ending)),
})

async function sendAllCodes(platform: Platform, texts: Texts, origin: string | null, ending: AbortSignal): Promise<void> {
  while (!ending.aborted && (await sendCodes(platform, texts, origin)) > 0);
}

/** Looks whom to remind. */
export async function remind({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  await writeReminders(db, mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false }))
}

/** Looks whom to ask how it was, who has something to accept, and which requests nobody was told of. */
export async function writeDueNotices({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const scope = mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })
  await writeFeedbackRequests(db, scope)
  await writeContractNotices(db, scope)
  await writePendingNotices(db, scope)
}

/** Until nothing is due, or the server stops. */
async function sendAll(platform: Platform, gateways: Gateways, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const began = performance.now()
    const { count, reading } = await sendDueBatch(platform, gateways)
    if (count === 0) return
    const rest = Math.min(maxRestMs, reading * restTimes)
    await pause(Math.max(rest, pace - (performance.now() - began)), undefined, { signal: ending }).catch(() => {})
  }
}

/** Waits for the work, but not for longer than so many milliseconds once the server stops. */
async function upTo(ms: number, ending: AbortSignal, work: Promise<void>): Promise<void> {
  const over = new AbortController()
  const patience = new Promise<void>(resolve => {
    ending.addEventListener('abort', () => void setTimeout(resolve, ms).unref(), { signal: over.signal })
  })
  await Promise.race([work, patience]).finally(() => over.abort())
}
