import type { InvitationLines } from '#contract/invitations.ts'
import { logRecordAccess } from '../../platform/access-log-commands.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { admitPersonSearch } from '../../platform/http/person-searches.ts'
import type { Platform } from '../../platform/http/platform.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { checkLines, type CheckedLine } from './line-queries.ts'

/**
 * Checks a list and writes nothing. It counts as one search for people, and as one more for each line that is someone's.
 * Refusals: 429 `too_many_requests`, and those of `checkLines`.
 */
export async function previewLines(platform: Platform, scope: PersonScope, input: InvitationLines): Promise<CheckedLine[] | Refusal> {
  const limited = await admitPersonSearch(platform, scope)
  if (limited) return limited
  const lines = await checkLines(platform, scope, input)
  if (lines instanceof Refusal) return lines
  const beyond = await admitPersonSearch(platform, scope, lines.filter(({ holderId }) => holderId !== null).length)
  if (beyond) return beyond
  await logHolders(platform.db, scope, lines)
  return lines
}

/** Logs the people whom checked lines tell of, also those whom they do not name. */
export const logHolders = (db: Connection, scope: PersonScope, lines: readonly CheckedLine[]): Promise<void> =>
  logRecordAccess(db, scope, { people: lines.flatMap(({ holderId }) => holderId ?? []) }, 'search')
