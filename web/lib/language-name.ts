import { languages, type Language } from '#contract/languages.ts'
import { region } from './messages.ts'

const names = new Intl.DisplayNames(region, { type: 'language' })

/** "German", in the page's language. */
export const languageName = (code: string): string => names.of(code) ?? code

/** The attributes of a passage in this language. */
export const passageIn = (code: string): { lang: string; dir: 'ltr' | 'rtl' | 'auto' } => ({
  lang: code,
  dir: code in languages ? languages[code as Language].direction : 'auto',
})
