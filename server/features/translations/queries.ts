import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { contentLanguages, type Language } from '#contract/languages.ts'
import { translators, type MissingTexts, type Translatable, type TranslatedSubject } from '#contract/translations.ts'
import { originalLanguage } from '../../platform/content-texts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { holds, type Scope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'

/** The kinds of records whose texts the caller may edit. */
export const editableKinds = (scope: Scope): Translatable[] =>
  (Object.keys(translators) as Translatable[]).filter(kind => mayEdit(scope, kind))

/** Contracts change by hand only, not by programs. */
export const mayEdit = (scope: Scope, kind: Translatable): boolean =>
  holds(scope, translators[kind]) && (kind !== 'contract' || !scope.person?.program)

/** The language of the originals and those that they can be translated into. */
export async function readLanguages(db: Connection, _scope: Scope): Promise<{ language: Language; languages: Language[] }> {
  const language = originalLanguage((await readSettingsRow(db)).locale)
  return { language, languages: contentLanguages.filter(code => code !== language) }
}

/** A text with its translation into one language; `outdated`: the original has changed since. */
export interface TextRow {
  kind: Translatable
  subject_id: string
  record_id: string
  subject: string
  field: string
  original: string
  max_length: number
  text: string | null
  outdated: boolean
  /** A translation of a contract that never changes any more. */
  in_force: boolean
}

/** The language of an original: the record's own, or the organisation's. */
const languageOfOriginal = (organisation: string) => sql`coalesce(x.language, ${organisation})`

/**
 * All texts of some kinds in other languages, with their translation into this one, by record and field. Without notes of
 * sessions that are over.
 */
export async function listTexts(db: Connection, scope: Scope, kinds: readonly Translatable[], language: string): Promise<TextRow[]> {
  return selectTexts(db, scope, language, sql`x.kind = ANY (${kinds}) AND x.used_until > ${scope.now}`)
}

/** The texts of one record, likewise; also of notes of sessions that are over. */
export const listTextsOf = (db: Connection, scope: Scope, id: string, language: string): Promise<TextRow[]> =>
  selectTexts(db, scope, language, sql`x.subject_id = ${id}`)

async function selectTexts(db: Connection, scope: Scope, language: string, which: RawBuilder<unknown>): Promise<TextRow[]> {
  const { language: organisation } = await readLanguages(db, scope)
  const { rows } = await sql<TextRow>`
    SELECT x.kind, x.subject_id, x.record_id, x.subject, x.field, x.original, x.max_length, t.text,
      coalesce(t.source_sha256 <> sha256_of(x.original), false) AS outdated,
      EXISTS (SELECT FROM contract_version_translations p WHERE p.version_id = x.subject_id AND p.language = ${language}) AS in_force
    FROM translatable_texts x LEFT JOIN translations t ON t.subject_id = x.subject_id AND t.field = x.field AND t.language = ${language}
    WHERE ${which} AND ${languageOfOriginal(organisation)} <> ${language}
    ORDER BY x.kind, x.subject, x.subject_id, x.position`.execute(db)
  return rows
}

/** The kind of a record with translatable texts; null if there is none. */
export async function findKind(db: Connection, _scope: Scope, id: string): Promise<Translatable | null> {
  const { rows } = await sql<{ kind: Translatable }>`SELECT kind FROM translatable_texts WHERE subject_id = ${id} LIMIT 1`.execute(db)
  return rows[0]?.kind ?? null
}

/** One record's texts with all translations. */
export async function readSubject(db: Connection, scope: Scope, id: string): Promise<TranslatedSubject | null> {
  const { language: organisation } = await readLanguages(db, scope)
  const { rows } = await sql<SubjectRow>`
    SELECT x.kind, x.subject, x.field, x.original, x.max_length, ${languageOfOriginal(organisation)} AS language,
      ARRAY(SELECT p.language FROM contract_version_translations p WHERE p.version_id = x.subject_id ORDER BY p.language) AS in_force,
      coalesce((SELECT json_object_agg(t.language, json_build_object('text', t.text, 'outdated', t.source_sha256 <> sha256_of(x.original)))
        FROM translations t WHERE t.subject_id = x.subject_id AND t.field = x.field), '{}') AS translations
    FROM translatable_texts x WHERE x.subject_id = ${id} ORDER BY x.position`.execute(db)
  const [first] = rows
  if (!first) return null
  const texts = rows.map(({ field, original, max_length, translations }) => ({ field, original, max_length, translations }))
  const { kind, subject, language, in_force } = first
  const languages = contentLanguages.filter(code => code !== language)
  const revisions = Object.fromEntries(languages.map(code => [code, revisionOf(texts, code)]))
  return { kind, id, subject, language, languages, in_force, texts, revisions }
}

const maxRevision = 2_147_483_647

/**
 * Another one after a change of an original or of its translation into this language. Computed from the texts: originals
 * are in many tables.
 */
function revisionOf(texts: TranslatedSubject['texts'], language: string): number {
  const read = texts.map(({ field, original, translations }) => [field, original, translations[language]?.text])
  const digest = createHash('sha256').update(JSON.stringify(read)).digest()
  return 1 + (digest.readUInt32BE() % maxRevision)
}

interface SubjectRow extends Omit<TextRow, 'record_id' | 'text' | 'outdated' | 'in_force'> {
  language: string
  in_force: string[]
  translations: TranslatedSubject['texts'][number]['translations']
}

/** How much of the texts in use is translated into each language, and the records that lack something. */
export async function listMissingTexts(db: Connection, scope: Scope, kinds: readonly Translatable[]) {
  const { language } = await readLanguages(db, scope)
  const { rows } = await sql<MissingTexts & { total: number }>`
    SELECT x.kind, x.subject_id AS id, x.record_id, x.subject, l.language, count(*)::int AS total,
      count(*) FILTER (WHERE t.text IS NULL)::int AS missing, count(*) FILTER (WHERE t.source_sha256 <> sha256_of(x.original))::int AS outdated
    FROM translatable_texts x JOIN unnest(${contentLanguages}::text[]) l (language) ON l.language <> ${languageOfOriginal(language)}
      LEFT JOIN translations t ON t.subject_id = x.subject_id AND t.field = x.field AND t.language = l.language
    WHERE x.active AND x.used_until > ${scope.now} AND x.kind = ANY (${kinds})
    GROUP BY x.kind, x.subject_id, x.record_id, x.subject, l.language ORDER BY x.kind, x.subject, x.subject_id`.execute(db)
  const sum = (code: string, of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => (row.language === code ? total + of(row) : total), 0)
  return {
    language,
    languages: contentLanguages
      .map(code => ({
        code,
        translated: sum(code, row => row.total - row.missing - row.outdated),
        total: sum(code, row => row.total),
      }))
      // The organisation's own only where a contract is in another one.
      .filter(({ code, total }) => code !== language || total > 0),
    data: rows.filter(({ missing, outdated }) => missing + outdated > 0),
  }
}
