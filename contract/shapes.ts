import { z } from 'zod'

/** Years that calendars of people know; PostgreSQL and JavaScript disagree about those far away. */
const isNear = (text: string) => text >= '1900' && text < '2200'
const nearby = 'must lie between 1900 and 2199'

/** A UUIDv7, in small letters however it was sent. */
export const Id = z.uuid().toLowerCase()
/** An instant, RFC 3339 in UTC with `Z`. */
export const Instant = z.iso.datetime().refine(isNear, nearby)
/** A calendar date in a place's own zone, `YYYY-MM-DD`. */
export const LocalDate = z.iso.date().refine(isNear, nearby)
/** A moment somebody typed: an RFC 3339 instant, or a local date and time without offset, which is the place's own clock (`2026-11-24T09:00`). */
export const Moment = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ local: true })])
/** `#rrggbb`. */
export const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour like #2f7d6d')
/** Money in minor units of an ISO 4217 currency. */
export const Money = z
  .strictObject({ amount: z.int().min(0).max(100_000_000), currency: z.string().regex(/^[A-Z]{3}$/) })
  .meta({ id: 'Money' })
/** The stamp of a record's last change; send it back with a write to refuse overwriting somebody else's. */
export const Revision = z.int().min(1).max(2_147_483_647)
/** Turns the order of what stands after it: nobody's name needs it, and a sentence around it would be read in another order. */
const turnsText = /[\u202a-\u202e\u2066-\u2069]/u
/** Something to see; blanks of no width are nothing. */
const isVisible = /[^\p{C}\p{Z}\p{M}\u2800\u3164\u115f\u1160\uffa0]/u

/** A person's name: any script, at most 120 characters, something to see in it, no control characters and none that turn the text after it. */
export const PersonName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(120, 'must be at most 120 characters')
  .refine(text => !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text) && !turnsText.test(text), 'must not contain control characters')
  .refine(text => text === '' || isVisible.test(text), 'must not be empty')
/** A sentence or two; PostgreSQL cannot hold U+0000, and lone surrogates are no text. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `must be at most ${max} characters`)
    .refine(value => !/[\u0000\p{Cs}]/u.test(value), 'must not contain control characters')

/** One line that stands within others, such as a name or a title: nothing in it turns the order of what follows. */
export const label = (max: number) =>
  text(max)
    .refine(value => !turnsText.test(value) && !/\p{Cc}/u.test(value), 'must not contain control characters')
    .pipe(z.string().min(1, 'must not be empty'))

export const Zone = z.string().min(1).max(64)

export const PageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  per_page: z.coerce.number().int().min(1).max(100).default(20),
})

/** What is planned with a support type or at a place and not over: sessions, and the seats that people hold in them. */
export const Ahead = z.object({ sessions: z.int(), appointments: z.int() }).meta({ id: 'Ahead' })

export const ListMeta = z.object({ page: z.int(), per_page: z.int(), total: z.int(), last_page: z.int() }).meta({ id: 'ListMeta' })

/** A list: 20 a page unless asked, 100 at most. */
export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), meta: ListMeta })

export const IdParams = z.object({ id: Id })

/** A short answer that only says that it was done. */
export const Done = z.object({ message: z.string() }).meta({ id: 'Done' })

/** Allowed, or why not: a code for programs and a sentence for the person it stops. */
export const Can = z.union([z.literal(true), z.object({ code: z.string(), message: z.string() })])
