import { isolateRightToLeft } from '#contract/bidi.ts'
import { hasArabicDigits, withShownValues } from '#contract/digits.ts'
import type { Language } from '#contract/languages.ts'
import type { Weekday } from '#domain/time/local-date.ts'
import { setupI18n } from '@lingui/core'
import type source from '../messages/en.json'

/** Every message id. The catalogue of the default language defines them. */
export type MessageId = keyof typeof source
/** What a message says at its placeholders, by their names. */
export type Values = Record<string, string | number>

/** Compiled by web/message-parts.ts in the page's language. Other files bring their texts with them. */
type Messages = Record<string, string>
type Facts = [
  language: Language,
  locale: string,
  direction: 'ltr' | 'rtl',
  firstWeekday: Weekday,
  hasStaffTexts: boolean,
  dateWords: DateWords | null,
]
/** Names of months and weekdays by length, from January and from Sunday. */
export interface DateWords {
  month: Partial<Record<string, string[]>>
  weekday: Partial<Record<string, string[]>>
}
type FirstPart = [Messages, Facts]
const parts = import.meta.glob<FirstPart>('../messages/en.json', { query: '?part=first-page', import: 'part', eager: true })
const [messages, facts] = parts['../messages/en.json'] as FirstPart

/** The language of texts, their direction, the first day of a week, and whether staff have texts. */
export const [language, , direction, firstWeekday, hasStaffTexts] = facts
const [, locale, , , , broughtDateWords] = facts
/** The locale of dates and numbers. A browser without it would take its own. */
export const region = broughtDateWords && Intl.DateTimeFormat.supportedLocalesOf(locale).length === 0 ? 'en-GB' : locale
/** Set where `region` has dates in another language. */
export const dateWords = region === locale ? null : broughtDateWords
const i18n = setupI18n({ locale: language, locales: locale, messages: { [language]: messages } })

/** The text of a message, its ICU values filled in: `t('booking.seatsLeft', { count: 3 })`. */
export const t = (id: MessageId, values?: Values): string => i18n._(id, values && fit(values))

/** Messages of languages read from right to left isolate all their values (contract/bidi.ts). */
const isolateValues = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolateRightToLeft(value) : value]))

const keep = (values: Values): Values => values
const fit = direction === 'ltr' ? isolateValues : hasArabicDigits(region) ? withShownValues : keep

/**
 * Called by the parts of the catalogue that are loaded later.
 * @public The build writes the calls (web/message-parts.ts).
 */
export const addMessages = (more: Messages): void => i18n.load(language, more)
