import type { AbilityName } from '#contract/abilities.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'
import { reasonMs } from './reasons/queries.ts'

/**
 * The abilities that open records: only their holders give a reason, so that no other person writes into
 * a stranger's access log.
 */
const openingAbilities: readonly AbilityName[] = [
  'User List',
  'User Edit',
  'Appointment List',
  'Appointment Edit',
  'Feedback List',
  'Feedback Create',
]

/**
 * Writes the caller's reason into the person's access log, where it opens the record for an hour. For a
 * merged record it counts for the person. An erased record opens without a reason and takes none (`record_closed`).
 */
export async function recordReason(
  db: Connection,
  scope: PersonScope,
  { user_id, reason }: { user_id: string; reason: string },
): Promise<{ user_id: string; valid_until: string } | Refusal> {
  if (!openingAbilities.some(ability => holds(scope, ability))) return refuse('missing_ability')
  const found = await db.selectFrom('users').select(['id', 'merged_into']).where('id', '=', user_id).executeTakeFirst()
  if (!found) return refuse('not_found')
  const person = found.merged_into ?? found.id
  if (person === scope.person.id) return refuse('not_yourself')
  const closed = await db.transaction().execute(async trx => {
    // Locked: erasing finds this reason, or is found.
    const open = trx.selectFrom('users').select('id').where('id', '=', person).where('erased_at', 'is', null).forNoKeyUpdate()
    if (!(await open.executeTakeFirst())) return refuse('record_closed', { message: 'refused.recordErased' })
    await trx
      .insertInto('record_views')
      .values({ viewer_id: scope.person.id, user_id: person, what: 'reason', reason, at: scope.now })
      .execute()
    return null
  })
  if (closed) return closed
  return { user_id: person, valid_until: new Date(scope.now.getTime() + reasonMs).toISOString() }
}
