import { languages, type Language } from '#contract/languages.ts'

/** A count in the language's digits: `2`, `٢`. */
export const formatNumber = (language: Language, count: number): string => new Intl.NumberFormat(languages[language].locale).format(count)
