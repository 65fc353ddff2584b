import { sql } from 'kysely'
import type { NewTranslation } from '#contract/contracts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import type { PersonScope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { changeTranslationsWithin } from '../translations/commands.ts'

/**
 * Puts a translation of the version in force in force, exactly as its editor sees it. Null on success. Refusals: `stale`
 * where another version is in force, `bad_transition` where a translation into this language already is, and those of
 * `changeTranslations`.
 */
export const publishTranslation = (
  db: Connection,
  scope: PersonScope,
  id: string,
  { version_id, language, title, body }: NewTranslation,
): Promise<Refusal | null> =>
  decideInTransaction(db, async trx => {
    // Locked until commit, so that the version stays in force.
    await trx.selectFrom('contracts').select('id').where('id', '=', id).forUpdate().execute()
    const current = await trx.selectFrom('current_contracts').select(['version_id', 'version']).where('id', '=', id).executeTakeFirst()
    if (current?.version_id !== version_id) return refuse('stale')
    const texts = [
      { field: 'title', text: title },
      { field: 'body', text: body },
    ]
    const refusal = await changeTranslationsWithin(trx, scope, version_id, { language, texts })
    if (refusal) return refusal
    const { rows } = await sql<{ sha256: string }>`
      SELECT sha256 FROM publish_contract_translations(${version_id}, ${language}, ${scope.now}, ${scope.person.id})`.execute(trx)
    if (!rows[0]) return refuse('bad_transition', { message: 'refused.thisTranslationIsInForce' })
    const after = { version: current.version, language, title, sha256: rows[0].sha256 }
    await recordAudit(trx, scope, { action: 'published', subject: 'contract', subjectId: id, after })
    return null
  })
