import { sql } from 'kysely'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction, LostRace } from '../../platform/database/decide-in-transaction.ts'
import { refuse, Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { lockRoleAssignments } from '../people/commands.ts'
import type { HeldAbilities } from './policy.ts'

/**
 * Locks roles and their assignments until the end of the transaction, with the lock that protects the
 * last administrator. Returns the caller's current abilities. Lock people before calling it.
 */
export async function lockRoles(trx: Connection, { person }: PersonScope): Promise<HeldAbilities> {
  await lockRoleAssignments(trx)
  const { rows } = await sql<HeldAbilities>`SELECT abilities, is_admin FROM roles_of(${person.id})`.execute(trx)
  return rows[0] ?? { abilities: [], is_admin: false }
}

/**
 * Runs `decide` in one transaction, which a refusal rolls back. Constraint violations become 409
 * `last_administrator` or `name_taken`, a race that is lost each time 409
 * `stale`. The deferred constraint is checked before the response is computed.
 */
export async function decideRoles<Answer>(db: Connection, decide: (trx: Connection) => Promise<Answer>): Promise<Answer | Refusal> {
  try {
    return await decideInTransaction<Answer | Refusal>(db, async trx => {
      const answer = await decide(trx)
      if (!(answer instanceof Refusal)) await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(trx)
      return answer
    })
  } catch (error) {
    if (error instanceof LostRace) return refuse('stale')
    const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
    if (constraint === 'last_administrator') return refuse('last_administrator')
    if (constraint === 'roles_name_key') return refuse('name_taken')
    throw error
  }
}
