import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { hashVisit } from './policy.ts'

/** Records that a visit ended with the caller's own booking. The first result stays. Refusal: 404. */
export async function endVisit(
  db: Connection,
  scope: PersonScope,
  { visit, appointment_id }: { visit: string; appointment_id: string },
): Promise<Refusal | null> {
  const booked = await db
    .selectFrom('appointments')
    .select('status')
    .where('id', '=', appointment_id)
    .where('user_id', '=', scope.person.id)
    .where(sql<boolean>`is_open(status)`)
    .executeTakeFirst()
  if (!booked) return refuse('not_found')
  await db
    .insertInto('visits')
    .values({ visit_hash: hashVisit(visit), result: booked.status === 'pending' ? 'pending' : 'booked', created_at: scope.now })
    .onConflict(conflict => conflict.column('visit_hash').doNothing())
    .execute()
  return null
}
