import { createHash } from 'node:crypto'
import type { GetTextTranslation } from 'gettext-parser'
import type { Translatable, TranslationImport } from '#contract/translations.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { refuse, refuseField, Refusal } from '../../platform/refusal.ts'
import type { Scope } from '../../platform/scope.ts'
import { writeTranslations } from './commands.ts'
import { openGettext } from './open-gettext.ts'
import { checkTranslation } from './policy.ts'
import { listTexts, readLanguages, type TextRow } from './queries.ts'
import { contextOf } from './write-po.ts'

const maxBytes = 1024 * 1024

interface Import {
  file: Buffer
  /** Those whose texts the caller may edit. */
  kinds: readonly Translatable[]
  language: string
  /** Otherwise nothing is stored. */
  apply: boolean
  /** Of the changes that the caller was shown. */
  digest?: string | undefined
}

/**
 * Takes over the translations of a PO file, all or none, or says what would change. Entries that do not fit are
 * skipped and named. Refusals: 409 `stale` where other changes were shown; 413 over 1 MB; 422 at `file` for what is no PO file in UTF-8 or of another language,
 * and at `language` for the language of all originals.
 */
export function importTranslations(
  db: Connection,
  scope: Scope,
  { file, kinds, language, apply, digest: shown }: Import,
): Promise<TranslationImport | Refusal> {
  return db.transaction().execute(async trx => {
    const texts = await listTexts(trx, scope, kinds, language)
    const { language: original } = await readLanguages(trx, scope)
    if (language === original && texts.length === 0) return refuseField('language', 'field.mustBeAnotherLanguage')
    const entries = await readPo(file, language)
    if (entries instanceof Refusal) return entries
    const rows = new Map(texts.map(row => [contextOf(row), row]))
    const sorted = entries.map(entry => sortEntry(entry, rows))
    const changes = sorted.flatMap(result => ('row' in result ? [result] : []))
    const answered = changes.map(({ row: { kind, subject_id: id, subject, field, original: from, text }, after }) => ({
      kind,
      id,
      subject,
      field,
      original: from,
      before: text,
      after,
    }))
    const digest = createHash('sha256').update(JSON.stringify(answered)).digest('base64url')
    if (shown !== undefined && shown !== digest) return refuse('stale')
    if (apply) {
      await writeTranslations(
        trx,
        scope,
        language,
        changes.map(({ row, after }) => ({ ...row, after })),
      )
    }
    return {
      changes: answered,
      digest,
      unchanged: sorted.filter(result => 'same' in result).length,
      skipped: sorted.flatMap(result => ('why' in result ? [result] : [])),
    }
  })
}

type Sorted = { row: TextRow; after: string } | { same: true } | TranslationImport['skipped'][number]

/** What an entry changes, or why it cannot. One without a text changes nothing. */
function sortEntry({ msgctxt: context = '', msgid, msgstr, comments }: GetTextTranslation, rows: ReadonlyMap<string, TextRow>): Sorted {
  const row = rows.get(context)
  const after = msgstr[0]?.trim() ?? ''
  if (after === '') return { same: true }
  if (!row) return { context, why: 'unknown' }
  if (comments?.flag?.includes('fuzzy')) return { context, why: 'unfinished' }
  if (row.original !== msgid) return { context, why: 'original_changed' }
  if (checkTranslation(row, after)) return { context, why: 'invalid' }
  if (row.text === after && !row.outdated) return { same: true }
  return row.in_force ? { context, why: 'in_force' } : { row, after }
}

/** The entries of a PO file, each context once. */
async function readPo(file: Buffer, language: string): Promise<GetTextTranslation[] | Refusal> {
  if (file.length > maxBytes) return refuse('too_large')
  const { po } = await openGettext()
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(file)
    const { headers, translations } = po.parse(text)
    const entries = Object.values(translations).flatMap(byId => Object.values(byId).filter(({ msgid }) => msgid !== ''))
    // The parser also gives entries that the file breaks off in.
    const isWhole = entries.every(({ msgstr }) => Array.isArray(msgstr))
    if (!headers || entries.length === 0 || !isWhole) return refuseField('file', 'field.isNoPoFile')
    const named = headers.Language ?? headers.language
    if (named && named !== language) return refuseField('file', ['field.isForAnotherLanguage', { language: named.slice(0, 20) }])
    const contexts = entries.map(({ msgctxt }) => msgctxt)
    return new Set(contexts).size === contexts.length ? entries : refuseField('file', 'field.namesATextTwice')
  } catch {
    // The parser and the decoder throw at the first byte that they cannot read.
    return refuseField('file', 'field.isNoPoFile')
  }
}
