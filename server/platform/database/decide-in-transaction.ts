import type { Connection } from './connection.ts'
import { Refusal } from '../refusal.ts'

/** PostgreSQL's errors after a lost race: exclusion, check and foreign key constraints, and deadlocks. */
const lostRaces = new Set(['23P01', '23514', '23503', '40P01'])
const maxTries = 3

/** Thrown by `decide` when another writer came first, without a violated constraint. */
export class LostRace extends Error {}

/**
 * Runs `decide` in one transaction, which a refusal rolls back. Where another writer came first, so that a
 * constraint refuses the write or `decide` throws `LostRace`, everything is rolled back and decided again on the
 * current data.
 */
export async function decideInTransaction<Answer>(db: Connection, decide: (trx: Connection) => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await commitUnlessRefused(db, decide)
    } catch (error) {
      const lost = error instanceof LostRace || (error instanceof Error && lostRaces.has((error as Error & { code?: string }).code ?? ''))
      if (!lost || tries === maxTries) throw error
    }
  }
}

async function commitUnlessRefused<Answer>(db: Connection, decide: (trx: Connection) => Promise<Answer>): Promise<Answer> {
  const trx = await db.startTransaction().execute()
  try {
    const answer = await decide(trx)
    await (answer instanceof Refusal ? trx.rollback() : trx.commit()).execute()
    return answer
  } catch (error) {
    if (!trx.isRolledBack) await trx.rollback().execute()
    throw error
  }
}
