import type { Connection } from '../../platform/database/connection.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { findHolder } from './queries.ts'

/**
 * 409 `phone_taken`. Callers who may list people see who has the number, because both records may
 * belong to one person.
 */
export async function refuseTakenPhone(db: Connection, scope: Scope, phone: string | null | undefined): Promise<Refusal> {
  const holder = phone ? await findHolder(db, scope, phone) : undefined
  return refuse('phone_taken', holder ? { taken_by: holder, message: ['refused.alreadyUsesThisPhoneNumber', { name: holder.name }] } : {})
}
