import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { choosableLanguages, defaultLanguage, languages, pseudoLanguages, staffLanguageOf, type Language } from '../contract/languages.ts'
import { keepPreloads } from './preload.ts'

/** Built with pseudo-languages on request, or with little else: they are for tests (contract/pseudo-localise.ts). */
const pseudo = process.env.OPENHOUR_PSEUDO_LANGUAGES
const written = pseudo === 'only' ? [defaultLanguage] : choosableLanguages
const built = pseudo === 'on' || pseudo === 'only' ? [...written, ...pseudoLanguages] : written
const others = built.filter(language => language !== defaultLanguage)

/** What stands at each place, by language: JSON. */
const places = new Map<string, Record<string, string>>()
const placePattern = /__IN_LANGUAGE__\(["'`](\w+)["'`]\)/g

/**
 * A place that differs by language. Its name is a hash of all that can stand there, so that names of files follow
 * it.
 */
function placeOf(write: (language: Language) => unknown): string {
  const all = Object.fromEntries(built.map(language => [language, JSON.stringify(write(language))]))
  const name = createHash('sha256').update(Object.values(all).join('\n')).digest('hex').slice(0, 12)
  places.set(name, all)
  return `__IN_LANGUAGE__("${name}")`
}

/** Fills each place of built code. */
export const fillPlaces = (code: string, language: Language): string =>
  code.replaceAll(placePattern, (_, name: string) => String(places.get(name)?.[language]))

/** Not every browser knows it: 1 is Monday, 7 is Sunday. */
function firstWeekday(locale: string): number {
  interface WithWeek {
    getWeekInfo?: () => { firstDay: number }
    weekInfo?: { firstDay: number }
  }
  const of = new Intl.Locale(locale) as WithWeek
  return (of.getWeekInfo?.() ?? of.weekInfo)?.firstDay ?? 1
}

/** What a page needs to know of its language. */
export function factsOf(language: Language) {
  const { locale, direction } = languages[language]
  const dateWords = 'bringsDateWords' in languages[language] ? dateWordsOf(locale) : null
  return [language, locale, direction, firstWeekday(locale), staffLanguageOf(language) === language, dateWords]
}

/** From January, and from Sunday, as they are within a date. */
function dateWordsOf(locale: string) {
  const names = (part: 'month' | 'weekday', style: 'long' | 'short' | 'narrow', count: number) => {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', [part]: style, timeZone: 'UTC' })
    // 2023 began on a Sunday.
    const dates = Array.from({ length: count }, (_, index) => (part === 'month' ? Date.UTC(2023, index) : Date.UTC(2023, 0, index + 1)))
    return dates.map(date => format.formatToParts(date).find(({ type }) => type === part)?.value ?? '')
  }
  return {
    month: { long: names('month', 'long', 12), short: names('month', 'short', 12) },
    weekday: { long: names('weekday', 'long', 7), short: names('weekday', 'short', 7), narrow: names('weekday', 'narrow', 7) },
  }
}

export const placeOfFacts = (): string => placeOf(factsOf)

type Catalogues = Record<Language, Record<string, unknown>>

export async function placeOfPart(ids: ReadonlySet<string>): Promise<string> {
  const catalogues = await (known ??= compileAll())
  const ordered = Object.keys(catalogues[defaultLanguage]).filter(id => ids.has(id))
  return placeOf(language => Object.fromEntries(ordered.map(id => [id, catalogues[language][id]])))
}
let known: Promise<Catalogues> | undefined
async function compileAll(): Promise<Catalogues> {
  const { compileCatalogue } = await import('./catalogues.ts')
  return Object.fromEntries(built.map(language => [language, compileCatalogue(language)])) as Catalogues
}

/**
 * Copies every script for each further language, with its texts, into a folder of its name: scripts import each
 * other by relative addresses, so a page loads those of one language. Styles and fonts are shared. The page itself
 * becomes `index.<language>.html`.
 */
export function languageCopies(): Plugin {
  return {
    name: 'openhour:language-copies',
    transformIndexHtml: (html, { server }) => (server ? fillPage(html, defaultLanguage) : html),
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const emit = (fileName: string, source: string) => void this.emitFile({ type: 'asset', fileName, source })
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') {
            for (const language of others) emit(inFolder(file.fileName, language), fillPlaces(moveAddresses(file.code, language), language))
            file.code = fillPlaces(file.code, defaultLanguage)
          } else if (file.fileName === 'index.html') {
            const page = String(file.source)
            for (const language of others) emit(`index.${language}.html`, await fillPage(moveAddresses(page, language), language))
            file.source = await fillPage(page, defaultLanguage)
          }
        }
      },
    },
  }
}

/** Next to the scripts' styles in a build for the browser; a folder of its own in the one for the server. */
const inFolder = (file: string, language: Language): string =>
  file.startsWith('assets/') && !file.includes('/', 'assets/'.length) ? file.replace('/', `/${language}/`) : `${language}/${file}`

/** The page, and Vite's lists of what to load before one, name scripts from the root. */
const moveAddresses = (code: string, language: Language): string =>
  code.replaceAll(/(["'`]\/?assets)\/([\w-]+\.js["'`])/g, `$1/${language}/$2`)

/** Texts of index.html, written `{{document.title}}` there. */
const documentTexts = ['document.title', 'document.description', 'document.noScript'] as const

async function fillPage(page: string, language: Language): Promise<string> {
  const { readTexts } = await import('./catalogues.ts')
  const texts = readTexts(language)
  const { direction } = languages[language]
  const values = {
    language,
    direction,
    ...Object.fromEntries(documentTexts.map(id => [id, texts[id] ?? ''])),
  }
  return Object.entries(values).reduce(
    (filled, [name, value]) => filled.replaceAll(`{{${name}}}`, () => escapeHtml(value)),
    keepPreloads(page, direction),
  )
}

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
