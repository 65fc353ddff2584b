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
type Facts = [language: Language, locale: string, direction: 'ltr' | 'rtl', firstWeekday: Weekday, hasStaffTexts: boolean]
type FirstPart = [Messages, Facts]
const parts = import.meta.glob<FirstPart>('../messages/en.json', { query: '?part=first-page', import: 'part', eager: true })
const [messages, facts] = parts['../messages/en.json'] as FirstPart

/** The language of texts, the locale of dates and numbers, their direction, the first day of a week, and whether staff have texts. */
export const [language, region, direction, firstWeekday, hasStaffTexts] = facts
const i18n = setupI18n({ locale: language, locales: region, messages: { [language]: messages } })

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
