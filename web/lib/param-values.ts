import { languageTag } from '#contract/language-tag.ts'
import { isLocalDate, type LocalDate } from '#domain/time/local-date.ts'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A query parameter as id; undefined if it is missing or no UUID. */
export const idParam = (text: string | undefined): string | undefined => (text && uuid.test(text) ? text : undefined)

/** A query parameter as local date; undefined if it is missing or no date. */
export const dateParam = (text: string | undefined): LocalDate | undefined => (text && isLocalDate(text) ? text : undefined)

/** A BCP 47 tag of a spoken language, or undefined. */
export const languageParam = (text: string | undefined): string | undefined => (text && languageTag.test(text) ? text : undefined)
