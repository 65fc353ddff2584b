/** A language of the product. Its first weekday and its formats come from Intl, by its locale. */
interface LanguageFacts {
  /** For dates, numbers and lists (Intl). */
  locale: string
  direction: 'ltr' | 'rtl'
  /** In the language itself. */
  name: string
  /**
   * `all`: every text. `clients`: what clients see and receive. `differences`: only what differs from the default
   * language, which shows every missing text. `digits`: another language with other digits, made by code
   * (contract/digits.ts). `pseudo`: made of the default language by code, for tests.
   */
  covers: 'all' | 'clients' | 'differences' | 'digits' | 'pseudo'
  /** Chromium has no dates in it: its pages bring the names of months and weekdays along. */
  bringsDateWords?: true
}

/** Every language. Those that code does not make have a catalogue `<language>.json` in web/messages. */
export const languages = {
  en: { locale: 'en-GB', direction: 'ltr', name: 'English (UK)', covers: 'all' },
  'en-US': { locale: 'en-US', direction: 'ltr', name: 'English (US)', covers: 'differences' },
  de: { locale: 'de-DE', direction: 'ltr', name: 'Deutsch', covers: 'all' },
  fr: { locale: 'fr-FR', direction: 'ltr', name: 'Français', covers: 'all' },
  es: { locale: 'es-ES', direction: 'ltr', name: 'Español', covers: 'all' },
  ar: { locale: 'ar-u-nu-latn', direction: 'rtl', name: 'العربية', covers: 'all' },
  'ar-EG': { locale: 'ar-EG-u-nu-arab', direction: 'rtl', name: 'العربية (١٢٣)', covers: 'digits' },
  cy: { locale: 'cy-GB', direction: 'ltr', name: 'Cymraeg', covers: 'clients', bringsDateWords: true },
  nl: { locale: 'nl-NL', direction: 'ltr', name: 'Nederlands', covers: 'clients' },
  pl: { locale: 'pl-PL', direction: 'ltr', name: 'Polski', covers: 'clients' },
  tr: { locale: 'tr-TR', direction: 'ltr', name: 'Türkçe', covers: 'clients' },
  uk: { locale: 'uk-UA', direction: 'ltr', name: 'Українська', covers: 'clients' },
  'en-XA': { locale: 'en-GB', direction: 'ltr', name: 'Ééñģļíšĥ', covers: 'pseudo' },
  'ar-XB': { locale: 'en-GB', direction: 'rtl', name: '\u202eEnglish\u202c', covers: 'pseudo' },
} as const satisfies Record<string, LanguageFacts>

export type Language = keyof typeof languages

/** Its catalogue defines the ids of texts. */
export const defaultLanguage: Language = 'en'

const codes = Object.keys(languages) as Language[]
const isPseudo = (language: Language): boolean => languages[language].covers === 'pseudo'

/** The languages that people can choose. */
export const choosableLanguages = codes.filter(code => !isPseudo(code))
/** The language whose texts one with other digits shows: `ar` for `ar-EG`. */
export const writtenLanguageOf = (language: Language): Language =>
  languages[language].covers === 'digits' ? (language.split('-')[0] as Language) : language
/** The languages that have catalogues. */
export const writtenLanguages = choosableLanguages.filter(code => writtenLanguageOf(code) === code)
export const pseudoLanguages = codes.filter(isPseudo)

/** Pages for staff are in English where a language has the texts for clients alone. */
export const staffLanguageOf = (language: Language): Language => (languages[language].covers === 'clients' ? defaultLanguage : language)

/** The language of texts that an organisation writes for readers of this one. */
export function contentLanguageOf(language: Language): Language {
  const written = writtenLanguageOf(language)
  return ['all', 'clients'].includes(languages[written].covers) ? written : defaultLanguage
}
/** The languages that an organisation can write its texts in. */
export const contentLanguages = codes.filter(code => contentLanguageOf(code) === code)
