import * as z from 'zod'

/** The supported years. PostgreSQL and JavaScript disagree about distant ones. */
const isNear = (text: string) => text >= '1900' && text < '2200'
const nearby = 'field.mustLieBetween1900And2199'

/** A UUIDv7, normalised to lower case. */
export const Id = z.uuid().toLowerCase()
/** An instant, RFC 3339 in UTC with `Z`. */
export const Instant = z.iso.datetime().refine(isNear, nearby)
/** A calendar date in a place's own zone, `YYYY-MM-DD`. */
export const LocalDate = z.iso.date().refine(isNear, nearby)
/**
 * User input: an RFC 3339 instant, or a local date and time at the place without offset
 * (`2026-11-24T09:00`).
 */
export const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ local: true })])
/** A time of day on a place's clock, `HH:MM`. */
export const LocalTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'field.mustBeATimeLike09')
/** `#rrggbb`. */
export const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'field.mustBeAColourLike2f7d6d')
/** The largest amount of money, in minor units. */
export const maxAmount = 100_000_000

/** Money in minor units of an ISO 4217 currency. */
export const Money = z
  .strictObject({ amount: z.int().min(0).max(maxAmount), currency: z.string().regex(/^[A-Z]{3}$/) })
  .meta({ id: 'Money' })
/**
 * Version of a record. Send it back with a write; a newer version in the database refuses the write (409
 * `stale`).
 */
export const Revision = z.int().min(1).max(2_147_483_647)
/** The body of a change that has no further fields. */
export const OnlyRevision = z.strictObject({ revision: Revision.optional() }).optional()
/** Bidirectional control characters. They would reverse the text that follows them. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/u
/** A visible character; zero-width spaces do not count. */
const isVisible = /[^\p{C}\p{Z}\p{M}\u2800\u3164\u115f\u1160\uffa0]/u

/**
 * Characters that are not seen and that no name needs: searches would not find it. The joiners of Persian and of
 * Indian scripts stay, and so do bidirectional controls, which are refused.
 */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu
/** More marks on a letter than any language has. They would cover the lines above and below. */
const towers = /(\p{M}{8})\p{M}+/gu
const limitMarks = (text: string): string => text.replaceAll(towers, '$1')

/** A person's name: any script, at most 120 characters, at least one visible, no control characters. */
export const PersonName = z
  .string()
  .overwrite(name => limitMarks(name.replaceAll(invisible, '')))
  .trim()
  .min(1, 'field.mustNotBeEmpty')
  .max(120, 'field.mustBeAtMost120Characters')
  .refine(text => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text) && !bidiControls.test(text), 'field.mustNotContainControlCharacters')
  .refine(text => text === '' || isVisible.test(text), 'field.mustNotBeEmpty')
/** Free text. PostgreSQL cannot store U+0000, and lone surrogates are invalid. */
export const text = (max: number) =>
  z
    .string()
    .overwrite(limitMarks)
    .trim()
    .max(max, `must be at most ${max} characters`)
    .refine(value => !/[\u0000\p{Cs}]/u.test(value), 'field.mustNotContainControlCharacters')

const pastedControls = new RegExp(String.raw`${bidiControls.source}|[^\P{Cc}\n\r\t]`, 'gu')

/**
 * What clients write for staff. Control characters, which pasted text brings along, are taken out: one of direction
 * would reverse the words of staff that follow it.
 */
export const clientText = (max: number) =>
  text(max)
    .overwrite(value => value.replaceAll(pastedControls, ''))
    .trim()

/** A text of several lines, without other control characters. */
export const multiline = (max: number) =>
  text(max).refine(value => !bidiControls.test(value) && !/[^\P{Cc}\n\r]/u.test(value), 'field.mustNotContainControlCharacters')

export const missingReason = 'field.giveAReasonPeopleCanRead'

/** Why sessions or appointments change: the people concerned read it. Never empty, at most 500 characters. */
export const Reason = text(500).pipe(z.string().min(1, missingReason))

/** A single-line text, such as a name or a title, with at least one visible character and without control characters. */
export const label = (max: number) =>
  text(max)
    .overwrite(value => value.replaceAll(invisible, ''))
    .trim()
    .refine(value => !bidiControls.test(value) && !/\p{Cc}/u.test(value), 'field.mustNotContainControlCharacters')
    .refine(value => value === '' || isVisible.test(value), 'field.mustNotBeEmpty')
    .pipe(z.string().min(1, 'field.mustNotBeEmpty'))

/** Of an organisation's text in answers to readers of another language. */
export const Untranslated = z
  .array(z.string())
  .optional()
  .meta({ description: 'The fields that are in the organisation’s language, for lack of a translation.' })

export const Zone = z.string().min(1).max(64)

export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
})

/** Current and future sessions of a support type or place, and the seats taken in them. */
export const Ahead = z.object({ sessions: z.int(), appointments: z.int() }).meta({ id: 'Ahead' })

export const ListMeta = z.object({ page: z.int(), per_page: z.int(), total: z.int(), last_page: z.int() }).meta({ id: 'ListMeta' })

/** A list: 20 a page unless asked, 100 at most. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), meta: ListMeta })

export const IdParams = z.object({ id: Id })

/** A confirmation without data. */
/** What an action can be undone with, by the same caller and before its messages are sent. */
export const Undo = Id.meta({ description: 'Undoes it while none of its messages has been sent: for at least ten seconds.' })
export const Done = z.object({ message: z.string() }).meta({ id: 'Done' })

/** `true` if allowed, else the reason: a code for programs and a sentence for people. */
export const Can = z.union([z.literal(true), z.object({ code: z.string(), message: z.string() })])
