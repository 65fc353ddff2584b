import { webhookRetryDelayMs } from '#domain/webhooks/retry-delay.ts'
import type { Platform } from '../../platform/http/platform.ts'
import type { Fetched } from '../../platform/safe-fetch/fetch.ts'
import { mintScope, type Scope } from '../../platform/scope.ts'
import { signedHeaders } from '../../platform/standard-webhooks.ts'
import { storeWhileLeased } from '../../platform/store-while-leased.ts'
import { leaseDue, leaseMs, markDelivered, markFailed, type LeasedDelivery, type AttemptResult } from './delivery-commands.ts'
import { writeBody } from './present.ts'

/** What delivering needs of the platform. */
export type DeliveryContext = Pick<Platform, 'db' | 'secrets' | 'clock' | 'safeFetch'>

/** Maximum response time of an endpoint in ms. */
const timeoutMs = 10_000

/** Maximum stored length of a response in bytes. */
const answerBytes = 2000

/** Concurrent deliveries per webhook. */
const maxConcurrent = 4

/** The scope of deliveries, which have no caller. */
export const workerScope = (clock: Platform['clock']): Scope =>
  mintScope({ person: null, now: clock.now(), ip: null, userAgent: '', browser: false })

/** Sends one webhook's due deliveries, `maxConcurrent` at a time. */
export async function deliverDueBatch(context: DeliveryContext, endpointId: string): Promise<void> {
  const taken = await leaseDue(context, workerScope(context.clock), endpointId, maxConcurrent)
  const ends = await Promise.allSettled(taken.map(one => deliver(context, one)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function deliver({ db, clock, safeFetch }: DeliveryContext, delivery: LeasedDelivery): Promise<void> {
  const at = clock.now()
  const began = performance.now()
  const body = writeBody(delivery)
  const fetched = await safeFetch.fetch({
    address: delivery.address,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...signedHeaders(delivery.event_id, at, body, delivery.secrets) },
    body,
    withinMs: timeoutMs,
    bodyLimit: { keep: 'beginning', bytes: answerBytes },
  })
  const tried = judge(fetched, { at, tookMs: Math.round(performance.now() - began) })
  await storeWhileLeased(leaseMs, async () => {
    const scope = workerScope(clock)
    if (!tried.failure) return markDelivered(db, scope, delivery, tried)
    const pause = webhookRetryDelayMs(delivery.attempts, Math.random())
    const nextAt = pause === null ? null : new Date(scope.now.getTime() + pause)
    return markFailed(db, scope, delivery, tried, { nextAt, gone: tried.status === 410 })
  })
}

/** Only 2xx is success. */
function judge(fetched: Fetched, when: Pick<AttemptResult, 'at' | 'tookMs'>): AttemptResult {
  if (!fetched.ok) return { ...when, status: null, answer: null, failure: fetched }
  const { status, body } = fetched
  // Decodes text; PostgreSQL cannot store U+0000.
  const answer = body.toString('utf8').replaceAll('\u0000', '\uFFFD')
  return { ...when, status, answer, failure: status >= 200 && status < 300 ? null : { why: 'bad_status', detail: '' } }
}
