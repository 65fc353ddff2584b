import * as z from 'zod'
import { defineCalls } from './call.ts'
import { writtenLanguages } from './languages.ts'
import { Instant, label, multiline, text } from './shapes.ts'

const fields = {
  subject: label(150).meta({ description: 'One line; it is visible on locked screens.' }),
  body: multiline(2000)
    .pipe(z.string().min(1, 'field.mustNotBeEmpty'))
    .meta({ description: 'Paragraphs, with an empty line between. One that names {reason} is left out where no reason was given.' }),
  sms: label(300).meta({ description: 'The same as a text message; where the letter has a link, its address is put after it.' }),
}

const WordingLanguage = z.enum(writtenLanguages).optional().meta({ description: 'Without it, the organisation’s own language.' })

const WordingTexts = z.object({ subject: z.string(), body: z.string(), sms: z.string() })

const Wording = z
  .object({
    name: z.string(),
    kind: z.string(),
    language: z.enum(writtenLanguages),
    languages: z
      .array(z.object({ code: z.enum(writtenLanguages), reworded: z.boolean() }))
      .meta({ description: 'The languages that the message can be written in, and whether the organisation has its own wording for it.' }),
    ...WordingTexts.shape,
    standard: WordingTexts.nullable().meta({ description: 'The standard wording, where it is another one.' }),
    places: z
      .array(
        z.object({
          name: z.string().meta({ description: 'Written {name}.' }),
          example: z.string(),
          letter_only: z.boolean().meta({ description: 'Not for the subject and the text message, which others may see.' }),
        }),
      )
      .meta({ description: 'The placeholders with example values. Values are data and are never parsed as templates.' }),
    changed_at: Instant.nullable(),
    revision: z.int(),
  })
  .meta({ id: 'Wording' })
export type Wording = z.infer<typeof Wording>

const WordingParams = z.object({ name: text(40) })
const LetterWording = z.strictObject(fields)
export type LetterWording = z.infer<typeof LetterWording>

export const wordingCalls = defineCalls({
  'GET /api/wordings': {
    summary: 'The wording of every letter in a language, and what may be filled in.',
    access: { ability: 'Settings Edit' },
    query: z.object({ language: WordingLanguage }),
    answer: { status: 200, body: z.object({ data: z.array(Wording) }) },
    refusals: [],
  },
  'PUT /api/wordings/{name}': {
    summary:
      'Change the wording of a letter in a language, from the next message on. The standard wording is followed again by saving it. Every version is kept.',
    access: { ability: 'Settings Edit' },
    params: WordingParams,
    body: LetterWording.extend({ language: WordingLanguage, revision: z.int('field.mustBeAWholeNumber') }),
    answer: { status: 200, body: Wording },
    refusals: ['not_found', 'stale'],
  },
  'POST /api/wordings/{name}/preview': {
    summary: 'What a letter with this wording would look like, with example data. Nothing is saved.',
    access: { ability: 'Settings Edit' },
    params: WordingParams,
    body: LetterWording.extend({ language: WordingLanguage }),
    answer: {
      status: 200,
      body: z.object({
        ...WordingTexts.omit({ body: true }).shape,
        text: z.string().meta({ description: 'The letter as text.' }),
        html: z.string().meta({ description: 'The letter as HTML.' }),
        segments: z.int().meta({ description: 'How many text messages it takes.' }),
      }),
    },
    refusals: ['not_found'],
  },
})
