import { logRecordAccess } from '../access-log-commands.ts'
import { Refusal } from '../refusal.ts'
import type { PersonScope, Scope } from '../scope.ts'
import { admitPersonSearch } from './person-searches.ts'
import type { Platform } from './platform.ts'

/**
 * Logs the people whom a refusal names, before it is sent: booked clients as in a list, the holder of a number or
 * address as found by a search. Naming a holder counts as such a search: once their limit is reached, the refusal names
 * no one. Call it after the transaction, which a refusal rolls back.
 */
export async function nameInRefusal(
  platform: Pick<Platform, 'db' | 'limits' | 'settings'>,
  scope: Scope,
  refusal: Refusal,
): Promise<Refusal> {
  if (!scope.person) return refusal
  const { db } = platform
  const viewer = scope as PersonScope
  const { taken_by, message: _, ...others } = refusal.details
  const clients = [...(others.booked ?? []), ...(others.failed ?? [])].filter(({ name }) => name !== null)
  await logRecordAccess(db, viewer, { people: [], appointments: clients.map(({ appointment_id }) => appointment_id) }, 'list')
  if (!taken_by) return refusal
  if (await admitPersonSearch(platform, viewer)) return new Refusal(refusal.code, others)
  await logRecordAccess(db, viewer, { people: [taken_by.id] }, 'search')
  return refusal
}
