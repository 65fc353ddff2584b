import { sql } from 'kysely'
import { contentLanguages, type Language } from '#contract/languages.ts'
import { translators, type MissingTexts, type Translatable, type TranslatedSubject } from '#contract/translations.ts'
import { originalLanguage } from '../../platform/content-texts.ts'
import type { Connection } from '../../platform/database/connection.ts'
import { holds, type Scope } from '../../platform/scope.ts'
import { readSettingsRow } from '../site/queries.ts'

/** The kinds of records whose texts the caller may edit. */
export const editableKinds = (scope: Scope): Translatable[] =>
  (Object.keys(translators) as Translatable[]).filter(kind => holds(scope, translators[kind]))

/** The language of the originals and those that they can be translated into. */
export async function readLanguages(db: Connection, _scope: Scope): Promise<{ language: Language; languages: Language[] }> {
  const language = originalLanguage((await readSettingsRow(db)).locale)
  return { language, languages: contentLanguages.filter(code => code !== language) }
}

export interface TextRow {
  kind: Translatable
  subject_id: string
  subject: string
  field: string
  original: string
  max_length: number
  text: string | null
  outdated: boolean
}

/** All texts of some kinds with their translation into one language, by record and field. */
export async function listTexts(db: Connection, _scope: Scope, kinds: readonly Translatable[], language: string): Promise<TextRow[]> {
  const { rows } = await sql<TextRow>`
    SELECT x.kind, x.subject_id, x.subject, x.field, x.original, x.max_length, t.text,
      coalesce(t.source_sha256 <> sha256_of(x.original), false) AS outdated
    FROM translatable_texts x LEFT JOIN translations t ON t.subject_id = x.subject_id AND t.field = x.field AND t.language = ${language}
    WHERE x.kind = ANY (${kinds}) ORDER BY x.kind, x.subject, x.subject_id, x.position`.execute(db)
  return rows
}

/** The kind of a record with translatable texts; null if there is none. */
export async function findKind(db: Connection, _scope: Scope, id: string): Promise<Translatable | null> {
  const { rows } = await sql<{ kind: Translatable }>`SELECT kind FROM translatable_texts WHERE subject_id = ${id} LIMIT 1`.execute(db)
  return rows[0]?.kind ?? null
}

/** One record's texts with all translations. */
export async function readSubject(db: Connection, scope: Scope, id: string): Promise<TranslatedSubject | null> {
  const { rows } = await sql<Omit<TextRow, 'text' | 'outdated'> & { translations: TranslatedSubject['texts'][number]['translations'] }>`
    SELECT x.kind, x.subject, x.field, x.original, x.max_length,
      coalesce((SELECT json_object_agg(t.language, json_build_object('text', t.text, 'outdated', t.source_sha256 <> sha256_of(x.original)))
        FROM translations t WHERE t.subject_id = x.subject_id AND t.field = x.field), '{}') AS translations
    FROM translatable_texts x WHERE x.subject_id = ${id} ORDER BY x.position`.execute(db)
  const [first] = rows
  if (!first) return null
  const texts = rows.map(({ field, original, max_length, translations }) => ({ field, original, max_length, translations }))
  return { kind: first.kind, id, subject: first.subject, ...(await readLanguages(db, scope)), texts }
}

/** How much of the texts in use is translated into each language, and the records that lack something. */
export async function listMissingTexts(db: Connection, scope: Scope, kinds: readonly Translatable[]) {
  const { language, languages } = await readLanguages(db, scope)
  const { rows } = await sql<MissingTexts & { total: number }>`
    SELECT x.kind, x.subject_id AS id, x.subject, l.language, count(*)::int AS total,
      count(*) FILTER (WHERE t.text IS NULL)::int AS missing, count(*) FILTER (WHERE t.source_sha256 <> sha256_of(x.original))::int AS outdated
    FROM translatable_texts x CROSS JOIN unnest(${languages}::text[]) l (language)
      LEFT JOIN translations t ON t.subject_id = x.subject_id AND t.field = x.field AND t.language = l.language
    WHERE x.active AND x.kind = ANY (${kinds}) GROUP BY x.kind, x.subject_id, x.subject, l.language ORDER BY x.kind, x.subject, x.subject_id`.execute(
    db,
  )
  const sum = (code: string, of: (row: (typeof rows)[number]) => number) =>
    rows.reduce((total, row) => (row.language === code ? total + of(row) : total), 0)
  return {
    language,
    languages: languages.map(code => ({
      code,
      translated: sum(code, row => row.total - row.missing - row.outdated),
      total: sum(code, row => row.total),
    })),
    data: rows.filter(({ missing, outdated }) => missing + outdated > 0),
  }
}
