import { hasArabicDigits, writeDigits } from '#contract/digits.ts'
import { defaultLanguage, languages, type Language } from '#contract/languages.ts'
import type { LetterName } from '#contract/message-kinds.ts'
import { openCatalogues } from '../../../platform/catalogues.ts'
import type source from './texts/en.json'

/** The texts of one letter. Locked screens show subjects: they name neither the mentor nor the support type. */
export interface LetterTexts {
  subject: string
  /** Paragraphs with an empty line between; one with `{reason}` is omitted if there is no reason. */
  body: string
  /** The label of the link. */
  link: string
  /** The text message, of one or two segments, without mentor and support type. The link follows it. */
  sms: string
}

/** A text of the catalogues in texts/: a template, whose placeholders are filled in write-letter.ts. */
export type LetterTextId = keyof typeof source

const textsIn = openCatalogues<typeof source>(new URL('./texts/', import.meta.url))
const texts = textsIn(defaultLanguage) as typeof source

/** Whether there is a text with this id. */
export const isLetterTextId = (id: string): id is LetterTextId => Object.hasOwn(texts, id)

/** A letter's text, in the default language where this one has none; figures as the language writes them. */
export function letterText(language: Language, id: LetterTextId): string {
  const text = textsIn(language)[id] ?? texts[id]
  return hasArabicDigits(languages[language].locale) ? writeDigits(text) : text
}

/** Whether a letter can be written in this language as a whole. Some languages have only the letters to clients. */
export const isWrittenIn = (language: Language, name: LetterName): boolean =>
  languages[language].covers === 'differences' || textsIn(language)[`${name}.subject`] !== undefined

/** The language of a letter to this reader: the default one if theirs has no such letter. */
export const letterLanguage = (language: Language, name: LetterName): Language => (isWrittenIn(language, name) ? language : defaultLanguage)

/** The texts that the product brings. */
export const standardTexts = (language: Language, name: LetterName): LetterTexts => ({
  subject: letterText(language, `${name}.subject`),
  body: letterText(language, `${name}.body`),
  link: letterText(language, `${name}.link`),
  sms: letterText(language, `${name}.sms`),
})

/** The paragraphs of a body: an empty line separates them. */
export const paragraphsOf = (body: string): string[] => body.split(/\n\s*\n/).filter(paragraph => paragraph.trim() !== '')
