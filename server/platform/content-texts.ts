import { createHash } from 'node:crypto'
import { contentLanguageOf, defaultLanguage, type Language } from '#contract/languages.ts'
import { sql } from 'kysely'
import { defineQuery, type Param } from './database/compiled-query.ts'
import type { Connection } from './database/connection.ts'
import { languageOf } from './language.ts'
import type { Live } from './live.ts'

/**
 * The organisation's texts for readers of one language, by the record's id (of a session's note: by its SHA-256) and
 * the field; null: not translated.
 */
export type ContentTexts = ReadonlyMap<string, Readonly<Record<string, string | null>>>

interface Row {
  locale: string
  id: string | null
  field: string
  text: string | null
}

// Without contracts: a person has to see which text of them they read, so their calls answer translations apart.
const contentTexts = defineQuery(
  'content texts',
  (_db, { language }: { language: Param<string> }) => sql<Row>`
    SELECT s.locale, x.subject_id::text AS id, x.field, t.text
    FROM settings s LEFT JOIN translatable_texts x ON x.kind NOT IN ('contract', 'session_note')
    LEFT JOIN translations t ON t.subject_id = x.subject_id AND t.field = x.field AND t.language = ${language}
    UNION ALL SELECT s.locale, t.source_sha256, t.field, t.text FROM settings s, translations t WHERE t.field = 'note' AND t.language = ${language}`,
)

/** Reads the texts for readers of one language; undefined if the originals are in it. */
export async function readContentTexts(db: Connection, asked: Language): Promise<ContentTexts | undefined> {
  const language = contentLanguageOf(asked)
  const rows = await contentTexts(db, { language })
  if (originalLanguage(rows[0]?.locale ?? '') === language) return undefined
  const texts = new Map<string, Record<string, string | null>>()
  for (const { id, field, text } of rows) if (id !== null) texts.set(id, { ...texts.get(id), [field]: text })
  return texts
}

/** The organisation's translated texts, kept in memory. */
export interface KeptContentTexts {
  /**
   * The texts as they are, or were up to five seconds before if a notification was lost; undefined if the originals are
   * in this language.
   */
  get(language: Language): Promise<ContentTexts | undefined>
  /** A translation or an original was changed. */
  invalidate(): void
}

const maxAgeMs = 5000

/** Keeps the texts of each language until the database notifies of a change: every answer needs them. */
export function keepContentTexts(db: Connection, live: Live, nowMs: () => number = Date.now): KeptContentTexts {
  const kept = new Map<Language, { readAtMs: number; texts: Promise<ContentTexts | undefined> }>()
  const invalidate = () => kept.clear()
  // Texts that may be translated are also in sessions (their notes).
  for (const event of ['public', 'schedules', 'gap'] as const) live.on(event, invalidate)
  return {
    get(asked) {
      const language = contentLanguageOf(asked)
      const known = kept.get(language)
      if (known && nowMs() - known.readAtMs < maxAgeMs) return known.texts
      const entry = { readAtMs: nowMs(), texts: readContentTexts(db, language) }
      kept.set(language, entry)
      entry.texts.catch(() => {
        if (kept.get(language) === entry) kept.delete(language)
      })
      return entry.texts
    },
    invalidate,
  }
}

/** The language of the originals, which settings name as a locale such as `de` or `en-GB`. */
export const originalLanguage = (locale: string): Language => contentLanguageOf(languageOf(locale) ?? defaultLanguage)

/** A choice of a question is translated by its own text. */
export const optionField = (option: string): string => `option:${option}`

/**
 * An answer with the organisation's texts in the reader's language: wherever it names one of these records by
 * `id`. `untranslated` names the fields that stay in the organisation's language.
 */
export function translateAnswer<Answer>(answer: Answer, texts: ContentTexts, { notes = true } = {}): Answer {
  return translate(answer, { texts, notes }) as Answer
}

interface Translating {
  texts: ContentTexts
  /** Otherwise the notes of sessions stay as they were written. */
  notes: boolean
}

/** Pages of a list in the reader's language; `texts` is undefined if the originals are in it. */
export async function* translatePages<Page>(pages: AsyncIterable<Page>, texts: ContentTexts | undefined): AsyncGenerator<Page> {
  for await (const page of pages) yield texts ? translateAnswer(page, texts) : page
}

function translate(value: unknown, how: Translating): unknown {
  if (Array.isArray(value)) return translateList(value, how)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  let result = value as Record<string, unknown>
  for (const [name, inner] of Object.entries(value)) {
    const next = typeof inner === 'object' && inner !== null ? translate(inner, how) : inner
    if (next !== inner) result = { ...result, [name]: next }
  }
  const own = typeof result.id === 'string' ? how.texts.get(result.id) : undefined
  if (own) result = { ...result, ...translateFields(result, own) }
  return how.notes && isSession(result) && result.note !== '' ? { ...result, ...translateNote(result.note, how.texts) } : result
}

/** Mentors' proposals have a note, too, but no availability. */
const isSession = (record: Record<string, unknown>): record is { note: string } =>
  typeof record.note === 'string' && 'availability' in record

/** The note of a session. Sessions with the same note share its translation. */
function translateNote(note: string, texts: ContentTexts): { note?: string; untranslated: string[] } {
  const translated = texts.get(createHash('sha256').update(note).digest('hex'))?.note
  return typeof translated === 'string' ? { note: translated, untranslated: [] } : { untranslated: ['note'] }
}

function translateList(list: readonly unknown[], how: Translating): readonly unknown[] {
  let changed = false
  const next = list.map(item => {
    const translated = translate(item, how)
    changed ||= translated !== item
    return translated
  })
  return changed ? next : list
}

function translateFields(record: Record<string, unknown>, texts: Readonly<Record<string, string | null>>): Record<string, unknown> {
  const fields = Object.keys(texts).filter(field => typeof record[field] === 'string')
  const options = Array.isArray(record.options) ? (record.options as string[]) : []
  const isTranslated = (option: string) => typeof texts[optionField(option)] === 'string'
  return {
    ...Object.fromEntries(fields.flatMap(field => (texts[field] === null ? [] : [[field, texts[field]]]))),
    untranslated: fields.filter(field => texts[field] === null),
    ...(options.some(isTranslated) && { option_labels: options.map(option => texts[optionField(option)] ?? option) }),
  }
}
