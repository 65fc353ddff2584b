import { defaultLanguage, languages, writtenLanguageOf, type Language } from '#contract/languages.ts'
import type { LetterName } from '#contract/message-kinds.ts'
import type { LetterWording } from '#contract/wordings.ts'
import { standardTexts } from './read-letter-texts.ts'

/** The organisation's own wordings, by language and letter. */
export type OwnWordings = Partial<Record<Language, Partial<Record<LetterName, LetterWording>>>>

/**
 * The wording of a letter where the organisation has none of its own for this language. A language that only lists
 * differences from the default one takes the organisation's wording for that one.
 */
export function inheritedWording(own: OwnWordings, language: Language, name: LetterName): LetterWording {
  const { subject, body, sms } = standardTexts(language, name)
  return (languages[language].covers === 'differences' ? own[defaultLanguage]?.[name] : undefined) ?? { subject, body, sms }
}

/** The wording in which a letter is sent. */
export const wordingOf = (own: OwnWordings, language: Language, name: LetterName): LetterWording =>
  own[writtenLanguageOf(language)]?.[name] ?? inheritedWording(own, language, name)
