import { logRecordAccess } from '../access-log-commands.ts'
import { Refusal } from '../refusal.ts'
import { personSearches } from '../request-limits.ts'
import type { PersonScope, Scope } from '../scope.ts'
import type { Platform } from './platform.ts'

/**
 * Logs the holder of a number or address whom a refusal names, before it is sent. The refusal counts as a search for
 * people: once their limit is reached, it names no one. Call it after the transaction, which a refusal rolls back.
 */
export async function nameInRefusal(
  { db, limits, settings }: Pick<Platform, 'db' | 'limits' | 'settings'>,
  scope: Scope,
  refusal: Refusal,
): Promise<Refusal> {
  if (!scope.person) return refusal
  const { taken_by, message: _, ...others } = refusal.details
  if (!taken_by) return refusal
  const { call, limit } = personSearches
  const reached = settings.rateLimit && (await limits.admitTry(scope.person.id, call, limit)) !== null
  if (reached) return new Refusal(refusal.code, others)
  await logRecordAccess(db, scope as PersonScope, { people: [taken_by.id] }, 'search')
  return refusal
}
