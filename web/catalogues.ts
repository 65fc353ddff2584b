import { readFileSync } from 'node:fs'
import { createCompiledCatalog } from '@lingui/cli/api'
import { defaultLanguage, languages, writtenLanguageOf, type Language } from '../contract/languages.ts'
import { isolatePlaces } from '../contract/bidi.ts'
import { hasArabicDigits, writeMessageDigits } from '../contract/digits.ts'
import { lengthen, mirror, pseudoLocalise, type Compiled } from '../contract/pseudo-localise.ts'

type Texts = Record<string, string>

const read = (language: Language): Texts =>
  JSON.parse(readFileSync(new URL(`./messages/${writtenLanguageOf(language)}.json`, import.meta.url), 'utf8')) as Texts

const isPseudo = (language: Language): boolean => languages[language].covers === 'pseudo'
const changeOf = (language: Language) => (languages[language].direction === 'rtl' ? mirror : lengthen)

/** Texts without places, by id. What a language has not is in the default one. */
export function readTexts(language: Language): Texts {
  const texts = read(defaultLanguage)
  if (isPseudo(language)) return Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, changeOf(language)(text)]))
  return language === defaultLanguage ? texts : { ...texts, ...read(language) }
}

/** The messages of a language by id, compiled by Lingui so that the browser needs no parser. */
export function compileCatalogue(language: Language): Record<string, Compiled> {
  const messages = compile(language)
  const { direction, locale } = languages[language]
  if (direction === 'ltr') return messages
  const write = (message: Compiled) => (hasArabicDigits(locale) ? writeMessageDigits(isolatePlaces(message)) : isolatePlaces(message))
  return Object.fromEntries(Object.entries(messages).map(([id, message]) => [id, write(message)]))
}

function compile(language: Language): Record<string, Compiled> {
  if (isPseudo(language)) {
    const messages = Object.entries(compile(defaultLanguage))
    return Object.fromEntries(messages.map(([id, message]) => [id, pseudoLocalise(message, changeOf(language))]))
  }
  const missing = language === defaultLanguage ? {} : compile(defaultLanguage)
  const { source, errors } = createCompiledCatalog(language, read(language), { strict: true, namespace: 'json' })
  const [wrong] = errors
  if (wrong) throw new Error(`${language}.json: ${wrong.id}: ${wrong.error.message}`)
  return { ...missing, ...(JSON.parse(source) as { messages: Record<string, Compiled> }).messages }
}
