import { refuse, type Refusal } from '../refusal.ts'
import { personSearches } from '../request-limits.ts'
import type { PersonScope } from '../scope.ts'
import type { Platform } from './platform.ts'

type Limiting = Pick<Platform, 'limits' | 'settings'>

/**
 * Counts what tells the caller whether numbers or addresses are someone's, `count` of them. Refusal: 429
 * `too_many_requests`, if their limit was reached before.
 */
export async function admitPersonSearch({ limits, settings }: Limiting, { person }: PersonScope, count = 1): Promise<Refusal | null> {
  if (!settings.rateLimit || count === 0) return null
  const { call, limit } = personSearches
  const seconds = await limits.admitTry(person.id, call, limit, count)
  return seconds === null ? null : refuse('too_many_requests', { retry_after: seconds })
}

/** What told the caller nothing without leaving a record does not count. */
export async function giveBackPersonSearch({ limits, settings }: Limiting, { person }: PersonScope): Promise<void> {
  if (settings.rateLimit) await limits.giveBack(person.id, personSearches.call, personSearches.limit)
}
