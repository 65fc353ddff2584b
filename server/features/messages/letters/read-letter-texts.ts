import { hasArabicDigits, writeDigits } from '#contract/digits.ts'
import { defaultLanguage, languages, writtenLanguageOf, type Language } from '#contract/languages.ts'
import type { WordingName } from '#contract/message-kinds.ts'
import ar from './ar.json'
import cy from './cy.json'
import de from './de.json'
import en from './en.json'
import enUs from './en-US.json'
import es from './es.json'
import fr from './fr.json'
import pl from './pl.json'
import tr from './tr.json'
import uk from './uk.json'

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

/** A text of the catalogues in this folder: a template, whose placeholders are filled in write-letter.ts. */
export type LetterTextId = keyof typeof en

const catalogues: Partial<Record<Language, Partial<Record<LetterTextId, string>>>> = { en, 'en-US': enUs, de, fr, es, ar, cy, pl, tr, uk }

export const isLetterTextId = (id: string): id is LetterTextId => Object.hasOwn(en, id)

export function letterText(language: Language, id: LetterTextId): string {
  const text = catalogues[writtenLanguageOf(language)]?.[id] ?? en[id]
  return hasArabicDigits(languages[language].locale) ? writeDigits(text) : text
}

/** Whether a letter can be written in this language as a whole. Some languages have only the letters to clients. */
export const isWrittenIn = (language: Language, name: WordingName): boolean =>
  languages[language].covers === 'differences' || catalogues[writtenLanguageOf(language)]?.[`${name}.subject`] !== undefined

/** The language of a letter to this reader: the default one if theirs has no such letter. */
export const letterLanguage = (language: Language, name: WordingName): Language =>
  isWrittenIn(language, name) ? language : defaultLanguage

/** The texts that the product brings. */
export const standardTexts = (language: Language, name: WordingName): LetterTexts => ({
  subject: letterText(language, `${name}.subject`),
  body: letterText(language, `${name}.body`),
  link: letterText(language, `${name}.link`),
  sms: letterText(language, `${name}.sms`),
})

export const paragraphsOf = (body: string): string[] => body.split(/\n\s*\n/).filter(paragraph => paragraph.trim() !== '')
