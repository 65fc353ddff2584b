import * as z from 'zod'
import { defineCalls } from './call.ts'
import { languageTag } from './language-tag.ts'
import { Id, Instant, multiline, PersonName, Revision, text } from './shapes.ts'
import { spokenLanguages } from './spoken-languages.ts'

/** A phone number as people type it; the server keeps E.164. */
export const PhoneInput = z.string().trim().min(3, 'field.isTooShort').max(40, 'field.isTooLong')
/**
 * Zod's pattern, except that no label of the host may end in a hyphen. No flags, because OpenAPI can only
 * express the pattern.
 */
const emailForm = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?\.)+[A-Za-z]{2,}$/
export const Email = z.email({ pattern: emailForm, error: 'field.mustBeAnEMailAddress' }).max(254)
/** The same with spaces around it, as people type it. The API's document says so too. */
const typedEmailForm = new RegExp(`^\\s*${emailForm.source.slice(1, -1)}\\s*$`)
/**
 * An e-mail address that a code is sent to. It is compared in lower case: ASCII letters only, so that no
 * other letter folds into one of them.
 */
export const EmailInput = z.string().max(254, 'field.isTooLong').regex(typedEmailForm, 'field.mustBeAnEMailAddress').trim().toLowerCase()
/** At least 15 characters, as NIST SP 800-63B-4 asks of a single factor; common ones are refused by the server. */
export const NewPassword = z.string().min(15, 'field.mustHaveAtLeast15Characters').max(256, 'field.mustBeAtMost256Characters')

/** A tag of any language, unlike `SpokenLanguage`. */
export const LanguageTag = z.string().regex(languageTag)
export const SpokenLanguage = z
  .enum(spokenLanguages as [string, ...string[]])
  .meta({ id: 'SpokenLanguage', description: 'A language that people speak, as a BCP 47 tag.' })

/** The languages of a person, as they and staff change them. */
export const SpokenFields = {
  spoken_language: SpokenLanguage.nullish(),
  needs_interpreter: z.boolean().optional().meta({ description: 'Needs spoken_language.' }),
  working_languages: z.array(SpokenLanguage).max(20).optional(),
}

/** What a mentor writes about themselves for clients. */
export const Bio = multiline(1000)

/** What clients read about a mentor, as the mentor and staff see it. */
export const MentorProfile = z
  .object({
    bio: z.string(),
    support_types: z
      .array(z.object({ id: Id, name: z.string(), offered: z.boolean().meta({ description: 'Whether the mentor offers it.' }) }))
      .meta({ description: 'All that are on offer, in their order.' }),
  })
  .meta({ id: 'MentorProfile' })
export type MentorProfile = z.infer<typeof MentorProfile>

export const User = z
  .object({
    id: Id,
    name: z.string(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    photo: z.string().nullable(),
    locale: z.string(),
    time_zone: z.string(),
    spoken_language: z.string().nullable().meta({ description: 'The language that the person prefers to speak, as a BCP 47 tag.' }),
    needs_interpreter: z.boolean().meta({ description: 'Of the language above, in new appointments unless they say otherwise.' }),
    working_languages: z.array(z.string()).meta({ description: 'Those that a mentor speaks with clients.' }),
    active: z.boolean(),
    revision: Revision,
    created_at: Instant,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof User>

/** A person as shown with an appointment. */
export const Person = z
  .object({ id: Id, name: z.string(), phone: z.string().nullable(), photo: z.string().nullable() })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof Person>

/** A mentor's name as shown with a time. */
export const MentorName = z.object({ id: Id, name: z.string(), photo: z.string().nullable() }).meta({ id: 'MentorName' })
export type MentorName = z.infer<typeof MentorName>

export const Login = z
  .object({
    token: z.string(),
    user: User,
    access: z.object({ isAdmin: z.boolean(), isMentor: z.boolean() }),
    abilities: z.array(z.string()),
  })
  .meta({ id: 'Login' })
export type Login = z.infer<typeof Login>

export const peopleCalls = defineCalls({
  'GET /api/find-users': {
    summary: 'Up to ten active people by digits of their phone number: at least three, anywhere in it.',
    access: { ability: 'Appointment Create' },
    query: z.object({ phone: text(40).refine(typed => typed.replaceAll(/\D/g, '').length >= 3, 'field.typeAtLeastThreeDigits') }),
    shows: 'search',
    answer: { status: 200, body: z.object({ data: z.array(User) }) },
    refusals: [],
  },
})

export { PersonName }
