import type { Connection } from './connection.ts'
import { Refusal } from '../refusal.ts'

/** Of PostgreSQL's errors those that say that somebody else was faster: exclusion, check and foreign key constraints, and deadlocks. */
const lostRaces = new Set(['23P01', '23514', '23503', '40P01'])
const mostTries = 3

/**
 * One transaction, all or nothing; a refusal leaves nothing behind. Where another writer got in between, so that a constraint refuses what was decided, everything is
 * rolled back and decided again on what is there now.
 */
export async function decideInTransaction<Answer>(db: Connection, decide: (trx: Connection) => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await commitUnlessRefused(db, decide)
    } catch (error) {
      const lost = error instanceof Error && lostRaces.has((error as Error & { code?: string }).code ?? '')
      if (!lost || tries === mostTries) throw error
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
