import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { refusals } from '#contract/refusals.ts'
import { sharedGauge, sum } from './shared-gauge.ts'

/**
 * Counters of this process since its start, in addition to Node's own. Labels are names from the code: never an
 * address, an id or a person.
 */
export const measures = new Registry()
collectDefaultMetrics({ register: measures })
const registers = [measures]

/** Seconds from the arrival of a request to its answer. */
export const answerTimes = new Histogram({
  name: 'openhour_answer_seconds',
  help: 'Time to answer, by call of the contract and status.',
  labelNames: ['call', 'status'],
  buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
})

/** Every refusal that was sent, those of load shedding and timeouts too. */
export const refusalsSent = new Counter({
  name: 'openhour_refusals_total',
  help: 'Refusals sent, by their code (docs/api/refusals.md); `unexpected` is an error of the server.',
  labelNames: ['code'],
  registers,
})

/** Counted when the booking is committed. */
export const bookingsMade = new Counter({
  name: 'openhour_bookings_total',
  help: 'Appointments booked, by the client or by staff for them; accepting an offered seat is a call of its own.',
  labelNames: ['by'],
  registers,
})

/** See `defineBatch`. */
export const batchSizes = new Histogram({
  name: 'openhour_batch_size',
  help: 'Requests that were answered by one statement, by kind of batch.',
  labelNames: ['batch'],
  buckets: [1, 2, 4, 8, 16, 32, 64, 100],
  registers,
})

/** In seconds, of every caller. */
export const poolWaits = new Histogram({
  name: 'openhour_pool_wait_seconds',
  help: 'Time that callers waited for a database connection, by pool.',
  labelNames: ['pool'],
  buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2],
  registers,
})

/** Requests in the queues of load shedding. */
export const requestsWaiting = new Gauge({
  name: 'openhour_requests_waiting',
  help: 'Queued requests: they are admitted when others have been answered.',
  registers,
})

/** Outcomes of `readFromReplica`. */
export const copyReads = new Counter({
  name: 'openhour_copy_reads_total',
  help: 'Lists of past records that may be read from the replica: copy (read there), behind (it had not caught up in time) or failed; the last two were read from the database.',
  labelNames: ['outcome'],
  registers,
})

/** Open streams of server-sent events. */
export const livePages = new Gauge({ name: 'openhour_live_pages', help: 'Open pages that receive live updates.', registers })

/** Seconds that each run of a job took. */
export const jobRuns = new Histogram({
  name: 'openhour_job_seconds',
  help: 'Runs of jobs, by whether they succeeded.',
  labelNames: ['name', 'outcome'],
  buckets: [0.01, 0.1, 1, 10, 60, 600],
  registers,
})

/** Of each organisation, by its id in the directory. */
export const secretsWithOlderKey = sharedGauge({
  name: 'openhour_secrets_with_older_key',
  help: 'Encrypted values that still need a key other than the first one in the key file; at 0 the older keys can be removed.',
  register: measures,
  combine: sum,
})

/** Seconds since 1970; of the organisation whose job is the longest overdue. */
export const jobSuccesses = sharedGauge({
  name: 'openhour_job_last_success_timestamp_seconds',
  help: 'When each job last succeeded; if it never did, when it was first tried.',
  labelName: 'name',
  register: measures,
  combine: Math.min,
})

/** One for each message that reaches an end, and for each attempt that is repeated. */
export const messagesSettled = new Counter({
  name: 'openhour_messages_total',
  help: 'What became of messages: sent, shown (demo), failed, dropped (no longer true), unsendable; postponed is an attempt that will be repeated.',
  labelNames: ['outcome'],
  registers,
})

/** From 0 to 1; of the organisation that has used the largest part. */
export const codesSpent = sharedGauge({
  name: 'openhour_codes_spent_ratio',
  help: 'The part of the day’s one-time codes that was sent; 1 where the reserve for existing people is spent too.',
  register: measures,
  combine: Math.max,
})

/** One for each attempt. */
export const webhooksTried = new Counter({
  name: 'openhour_webhooks_total',
  help: 'Outcomes of attempts to deliver webhooks: delivered, postponed (tried again), failed (given up).',
  labelNames: ['outcome'],
  registers,
})

// A rate sees no increase in the first sample of a series, so the series that alerts use begin at 0.
for (const code of Object.keys(refusals)) refusalsSent.inc({ code }, 0)
for (const outcome of ['sent', 'shown', 'failed', 'dropped', 'unsendable', 'postponed']) messagesSettled.inc({ outcome }, 0)
for (const outcome of ['delivered', 'postponed', 'failed']) webhooksTried.inc({ outcome }, 0)

/** Drops the values of organisations that this process no longer serves. */
export function keepMeasuresOf(organisations: ReadonlySet<string>): void {
  for (const gauge of [secretsWithOlderKey, jobSuccesses, codesSpent]) gauge.keep(organisations)
}
