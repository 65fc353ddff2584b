import { defaultLanguage, languages, writtenLanguageOf, type Language } from '#contract/languages.ts'
import type { WordingName } from '#contract/message-kinds.ts'
import type { WordingWords } from '#contract/wordings.ts'
import { standardTexts } from './read-letter-texts.ts'

/** The organisation's own words, by language and letter. */
export type OwnWords = Partial<Record<Language, Partial<Record<WordingName, WordingWords>>>>

/**
 * The words of a letter where the organisation has none of its own for this language. A language that only lists
 * differences from the default one takes the organisation's words for that one.
 */
export function inheritedWords(own: OwnWords, language: Language, name: WordingName): WordingWords {
  const { subject, body, sms } = standardTexts(language, name)
  return (languages[language].covers === 'differences' ? own[defaultLanguage]?.[name] : undefined) ?? { subject, body, sms }
}

/** The words in which a letter is sent. */
export const wordsOf = (own: OwnWords, language: Language, name: WordingName): WordingWords =>
  own[writtenLanguageOf(language)]?.[name] ?? inheritedWords(own, language, name)
