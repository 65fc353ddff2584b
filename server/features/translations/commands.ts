import { sql } from 'kysely'
import type { TranslationChange } from '#contract/translations.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { decideInTransaction } from '../../platform/database/decide-in-transaction.ts'
import { refuse, refuseField, type Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { recordAudit } from '../audit/commands.ts'
import { checkTranslation } from './policy.ts'
import { listTextsOf, readSubject, type TextRow } from './queries.ts'

/**
 * Writes one record's translations into a language, all or none. Null on success. Refusals: 404; 422 at `language`
 * for the language of the original, and at `texts` for a field that there is not or a text that does not fit;
 * `stale` after another change; `bad_transition` for a translation of a contract that is in force.
 */
export const changeTranslations = (db: Connection, scope: Scope, id: string, change: TranslationChange): Promise<Refusal | null> =>
  decideInTransaction(db, trx => changeTranslationsWithin(trx, scope, id, change))

/** The same in the caller's transaction. */
export async function changeTranslationsWithin(
  trx: Connection,
  scope: Scope,
  id: string,
  { language, texts, revision }: TranslationChange,
): Promise<Refusal | null> {
  // One change of a record's translations at a time: the second sees the first. An original that changes meanwhile
  // makes the translation outdated.
  await sql`SELECT pg_advisory_xact_lock(hashtext('openhour.translations'), hashtext(${id}))`.execute(trx)
  const subject = await readSubject(trx, scope, id)
  if (!subject) return refuse('not_found')
  if (language === subject.language) return refuseField('language', 'field.mustBeAnotherLanguage')
  if (revision !== undefined && revision !== subject.revisions[language]) return refuse('stale')
  const byField = new Map((await listTextsOf(trx, scope, id, language)).map(row => [row.field, row]))
  for (const [index, { field, text }] of texts.entries()) {
    const row = byField.get(field)
    if (!row) return refuseField(`texts.${index}.field`, 'field.isNotAKnownField')
    const problem = text === '' ? null : checkTranslation(row, text)
    if (problem) return refuseField(`texts.${index}.text`, problem)
    if (row.in_force && row.text !== text) return refuse('bad_transition', { message: 'refused.thisTranslationIsInForce' })
  }
  await writeTranslations(
    trx,
    scope,
    language,
    texts.map(({ field, text }) => ({ ...(byField.get(field) as TextRow), after: text })),
  )
  return null
}

/** Stores those that differ or whose original has changed since; an empty one is removed. Records each record once. */
export async function writeTranslations(
  trx: Connection,
  scope: Scope,
  language: string,
  rows: readonly (TextRow & { after: string })[],
): Promise<void> {
  const changed = rows.filter(({ text, after, outdated }) => (text ?? '') !== after || (outdated && after !== ''))
  if (changed.length === 0) return
  const keys = JSON.stringify(changed.map(({ subject_id, field, after, original }) => ({ subject_id, field, after, original })))
  await sql`DELETE FROM translations t USING jsonb_to_recordset(${keys}::jsonb) w (subject_id uuid, field text, after text)
    WHERE w.after = '' AND (t.subject_id, t.language, t.field) = (w.subject_id, ${language}, w.field)`.execute(trx)
  await sql`INSERT INTO translations (subject_id, language, field, text, source_sha256)
    SELECT w.subject_id, ${language}, w.field, w.after, sha256_of(w.original)
    FROM jsonb_to_recordset(${keys}::jsonb) w (subject_id uuid, field text, after text, original text) WHERE w.after <> ''
    ORDER BY w.subject_id, w.field
    ON CONFLICT (subject_id, language, field) DO UPDATE SET text = excluded.text, source_sha256 = excluded.source_sha256`.execute(trx)
  for (const id of new Set(changed.map(({ subject_id }) => subject_id))) {
    const own = changed.filter(({ subject_id }) => subject_id === id)
    const [first] = own
    if (!first) continue
    await recordAudit(trx, scope, {
      action: 'translated',
      subject: first.kind === 'question' ? 'feedback_question' : first.kind,
      subjectId: first.record_id,
      before: { language, ...Object.fromEntries(own.map(({ field, text }) => [field, text])) },
      after: { language, ...Object.fromEntries(own.map(({ field, after }) => [field, after || null])) },
    })
  }
}
