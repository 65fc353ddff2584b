import type { Site } from './site.ts'

/**
 * What is acknowledged is not on the disk yet: from the next start on, which is now, for every connection of the
 * product's.
 */
export async function commitWithoutWaiting(site: Site): Promise<void> {
  await site.database.query('ALTER DATABASE openhour SET synchronous_commit = off')
  await site.product.rest()
  site.product = await site.product.restart()
  await site.reconnect()
}
