import * as z from 'zod'
import { contentLanguages } from './languages.ts'
import { defineCalls } from './call.ts'
import { Id, IdParams, Revision, text } from './shapes.ts'

/** What an organisation writes in several languages, and the ability that each kind takes. */
export const translators = {
  support_type: 'Settings Edit',
  place: 'Settings Edit',
  question: 'Feedback Questions Create',
  contract: 'Contract Edit',
  session_note: 'Schedule Edit',
} as const
export const Translatable = z.enum(Object.keys(translators) as [keyof typeof translators, ...(keyof typeof translators)[]])
export type Translatable = z.infer<typeof Translatable>

/** A language of the organisation's texts, other than the one of the originals. */
const ContentLanguage = z.enum(contentLanguages as [string, ...string[]])
const TextState = z.enum(['missing', 'outdated', 'done']).meta({ description: 'outdated: the original has changed since.' })
export type TextState = z.infer<typeof TextState>

/** One text with its translations. */
const TranslatableText = z.object({
  field: z.string(),
  original: z.string(),
  max_length: z.int(),
  translations: z.record(z.string(), z.object({ text: z.string(), outdated: z.boolean() })).meta({ description: 'By language.' }),
})
export type TranslatableText = z.infer<typeof TranslatableText>

const Subject = { kind: Translatable, id: Id, subject: z.string().meta({ description: 'Its name in the language of the originals.' }) }

export const TranslatedSubject = z
  .object({
    ...Subject,
    language: z.string().meta({ description: 'Of the originals: the organisation’s.' }),
    languages: z.array(z.string()).meta({ description: 'Those that it can be translated into.' }),
    in_force: z.array(z.string()).meta({ description: 'Of a contract: the languages whose texts never change any more.' }),
    texts: z.array(TranslatableText),
    revisions: z
      .record(z.string(), Revision)
      .meta({ description: 'By language: of the originals and their translations, for `revision` of PUT /api/translations/{id}.' }),
  })
  .meta({ id: 'TranslatedSubject' })
export type TranslatedSubject = z.infer<typeof TranslatedSubject>

const TranslationChange = z.strictObject({
  language: ContentLanguage,
  texts: z
    .array(z.strictObject({ field: text(140), text: text(100_000) }))
    .max(50)
    .meta({ description: 'An empty text removes the translation.' }),
  revision: Revision.optional().meta({
    description: 'As it was read: 409 stale after a change of an original or of a translation into this language.',
  }),
})
export type TranslationChange = z.infer<typeof TranslationChange>

const MissingTexts = z.object({
  ...Subject,
  record_id: Id.meta({ description: 'Of the record whose page has the editor: the contract of a version, otherwise the same.' }),
  language: z.string(),
  missing: z.int(),
  outdated: z.int(),
})
export type MissingTexts = z.infer<typeof MissingTexts>

const TranslationImport = z
  .object({
    changes: z.array(z.object({ ...Subject, field: z.string(), original: z.string(), before: z.string().nullable(), after: z.string() })),
    digest: z.string().meta({ description: 'Of the changes. With `apply`, it takes over these only.' }),
    unchanged: z.int(),
    skipped: z.array(
      z.object({
        context: z.string().meta({ description: 'Of the entry in the file.' }),
        why: z.enum(['unknown', 'original_changed', 'invalid', 'unfinished', 'in_force']).meta({
          description:
            'unknown: no such text, or one that the caller may not edit; unfinished: marked as fuzzy; in_force: never changes any more.',
        }),
      }),
    ),
  })
  .meta({ id: 'TranslationImport' })
export type TranslationImport = z.infer<typeof TranslationImport>

export const translationCalls = defineCalls({
  'GET /api/translations': {
    summary: 'What is not translated, or not any more, of the texts in use that the caller may edit, by language.',
    access: 'person',
    answer: {
      status: 200,
      body: z.object({
        language: TranslatedSubject.shape.language,
        languages: z.array(z.object({ code: z.string(), translated: z.int(), total: z.int() })),
        data: z.array(MissingTexts),
      }),
    },
    refusals: ['missing_ability'],
  },
  'GET /api/translations/{id}': {
    summary: 'The texts of one record with all translations, for those who may edit it.',
    access: 'person',
    params: IdParams,
    answer: { status: 200, body: TranslatedSubject },
    refusals: ['missing_ability', 'not_found'],
  },
  'PUT /api/translations/{id}': {
    summary: 'Write the translations of one record into one language, all or none; fields that are not named stay.',
    access: 'person',
    params: IdParams,
    body: TranslationChange,
    answer: { status: 200, body: TranslatedSubject },
    refusals: ['missing_ability', 'not_found', 'stale', 'bad_transition'],
  },
  'GET /api/translations/po': {
    summary: 'All texts that the caller may edit as a PO file (gettext) for one language, with what is translated.',
    access: 'person',
    query: z.object({ language: ContentLanguage }),
    answer: { status: 200, body: null },
    refusals: ['missing_ability'],
  },
  'POST /api/translations/po': {
    summary:
      'Take over a PO file: multipart, field `file`, at most 1 MB. Without `apply` nothing is stored: the answer says what would change. Entries without a text change nothing.',
    access: 'person',
    query: z.object({ language: ContentLanguage, apply: z.literal('true').optional(), digest: z.string().max(64).optional() }),
    answer: { status: 200, body: TranslationImport },
    refusals: ['missing_ability', 'stale', 'too_large', 'unsupported_media', 'bad_request'],
  },
})
