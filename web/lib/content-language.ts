import { useSite } from './site.ts'

/**
 * The attributes of an element with a text of the organisation: the organisation's own language where the text is
 * not translated into the reader's.
 */
export function useContentLanguage(): (record: { untranslated?: string[] | undefined }, field: string) => { lang?: string; dir: 'auto' } {
  const language = useSite()?.language
  return ({ untranslated }, field) => (language && untranslated?.includes(field) ? { lang: language, dir: 'auto' } : { dir: 'auto' })
}
