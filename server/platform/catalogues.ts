import { readFileSync } from 'node:fs'
import { writtenLanguageOf, writtenLanguages, type Language } from '#contract/languages.ts'

/**
 * The catalogues `<language>.json` of a folder, each read at its first use: most servers need one or two
 * languages. The folder lies next to the module that names it, also in the bundle (tools/server-bundle.mjs).
 * What a language lacks is in the default one.
 */
export function openCatalogues<Texts extends object>(folder: URL): (language: Language) => Partial<Texts> {
  const opened = new Map<Language, Partial<Texts>>()
  return language => {
    const written = writtenLanguageOf(language)
    if (!writtenLanguages.includes(written)) return {}
    const texts = opened.get(written) ?? (JSON.parse(readFileSync(new URL(`${written}.json`, folder), 'utf8')) as Partial<Texts>)
    opened.set(written, texts)
    return texts
  }
}
