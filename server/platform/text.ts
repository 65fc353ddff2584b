import { setupI18n, type I18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { clockOptions } from '#contract/clock.ts'
import { defaultLanguage, languages, type Language } from '#contract/languages.ts'
import { isolatePlaces, isolateRightToLeft } from '#contract/bidi.ts'
import { hasArabicDigits, withShownValues, writeMessageDigits } from '#contract/digits.ts'
import { lengthen, mirror, pseudoLocalise, type Compiled } from '#contract/pseudo-localise.ts'
import { openCatalogues } from './catalogues.ts'
import type source from './messages/en.json'

/** A text of server/platform/messages, which people read in their own language. */
export type TextId = keyof typeof source
/**
 * What fills a place, written in the reader's language: joined lists, other texts, a local date such as 2027-03-28
 * and a local time such as 01:30.
 */
type Value =
  | string
  | number
  | { allOf: readonly string[] }
  | { anyOf: readonly string[] }
  | { text: Sentence }
  | { date: string }
  | { time: string }
type Values = Readonly<Record<string, Value>>
/** A text that is written later, when the reader's language is known; with the values of its places. */
export type Sentence = TextId | readonly [TextId, Values]

const textsIn = openCatalogues<typeof source>(new URL('./messages/', import.meta.url))
const texts = textsIn(defaultLanguage) as typeof source

interface Catalogue {
  i18n: I18n
  /** Written texts without places: an overloaded server refuses ten thousand requests a second. */
  plain: Map<TextId, string>
}

/** Compiled at their first use: most servers need one or two languages. */
const opened = new Map<Language, Catalogue>()

function openCatalogue(language: Language): Catalogue {
  const { covers, direction, locale } = languages[language]
  const change = direction === 'rtl' ? mirror : lengthen
  const messages = Object.entries({ ...texts, ...textsIn(language) }).map(([id, message]) => {
    const tokens = compileMessage(message)
    const written = covers === 'pseudo' ? pseudoLocalise(tokens as Compiled, change) : (tokens as Compiled)
    const isolated = direction === 'rtl' ? isolatePlaces(written) : written
    return [id, hasArabicDigits(locale) ? writeMessageDigits(isolated) : isolated]
  })
  const i18n = setupI18n({
    locale: language,
    locales: locale,
    messages: { [language]: Object.fromEntries(messages) as Record<string, string> },
  })
  return { i18n, plain: new Map() }
}

/** Writes a text in a language. */
export function say(language: Language, text: Sentence): string {
  const { i18n, plain } = opened.get(language) ?? openAndKeep(language)
  if (typeof text === 'string') {
    const written = plain.get(text) ?? i18n._(text)
    plain.set(text, written)
    return written
  }
  const [id, values] = text
  const written = Object.fromEntries(Object.entries(values).map(([place, value]) => [place, writeValue(language, value)]))
  return i18n._(id, hasArabicDigits(languages[language].locale) ? withShownValues(written) : written)
}

function openAndKeep(language: Language): Catalogue {
  const catalogue = openCatalogue(language)
  opened.set(language, catalogue)
  return catalogue
}

function writeValue(language: Language, value: Value): string | number {
  if (typeof value === 'number') return value
  if (typeof value === 'string') return languages[language].direction === 'ltr' ? isolateRightToLeft(value) : value
  if ('text' in value) return say(language, value.text)
  const { locale } = languages[language]
  if ('date' in value) return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value.date))
  if ('time' in value)
    return new Intl.DateTimeFormat(locale, { ...clockOptions(locale), timeZone: 'UTC' }).format(new Date(`1970-01-01T${value.time}Z`))
  const [type, items] = 'allOf' in value ? (['conjunction', value.allOf] as const) : (['disjunction', value.anyOf] as const)
  return new Intl.ListFormat(locale, { type }).format(items)
}

/** Whether there is a text of the server with this id. */
export const isTextId = (id: string): id is TextId => Object.hasOwn(texts, id)
