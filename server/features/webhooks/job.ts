import { setTimeout as pause } from 'node:timers/promises'
import { type Job, waitForDeliveries } from '../../platform/jobs.ts'
import { deliverDueBatch, type DeliveryContext, workerScope } from './deliver-batch.ts'
import { listDueWebhooks, fanOutEvents } from './delivery-commands.ts'

/**
 * Time between two batches while deliveries are in progress, in ms: ten thousand due deliveries to one
 * address do not slow down bookings.
 */
const paceMs = 100

/** Sends events to webhooks, on every server that sends messages. */
export const webhookJob: Job = {
  name: 'webhooks',
  everySeconds: 3,
  run: (platform, ending) => waitForDeliveries(ending, deliverAll(platform, ending)),
}

/**
 * Runs until nothing is due or the server stops. Webhooks are served independently, so a slow one delays
 * only its own deliveries.
 */
export async function deliverAll(context: DeliveryContext, ending: AbortSignal): Promise<void> {
  const underWay = new Map<string, Promise<void>>()
  const failures: unknown[] = []
  try {
    while (!ending.aborted && failures.length === 0) {
      await fanOutEvents(context.db, workerScope(context.clock))
      for (const id of await listDueWebhooks(context.db, workerScope(context.clock))) {
        if (underWay.has(id)) continue
        const work = deliverDueBatch(context, id)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => underWay.delete(id))
        underWay.set(id, work)
      }
      if (underWay.size === 0) return
      await Promise.race([Promise.all(underWay.values()), pause(paceMs, undefined, { signal: ending }).catch(() => {})])
    }
  } finally {
    // Their results are still to be stored, also where the database has gone meanwhile.
    await Promise.all(underWay.values())
  }
  if (failures.length > 0) throw failures[0]
}
