import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { root, runCommand } from './run-command.mjs'

/** @typedef {{ locale: string, covers: string }} Language */
/** @typedef {Record<string, string>} Texts */

/** The folders with a catalogue for each language. */
const folders = ['web/messages', 'server/platform/messages', 'server/features/messages/letters/texts']
const printLanguages =
  "import { languages, writtenLanguages } from '#contract/languages.ts'; console.log(JSON.stringify(writtenLanguages.map(code => [code, languages[code]])))"

/**
 * The languages that have catalogues; the default one first.
 * @returns {Promise<[code: string, Language][]>}
 */
export async function readLanguages() {
  const { stdout, output } = await runCommand(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', printLanguages])
  if (!stdout.startsWith('[')) throw new Error(output)
  return JSON.parse(stdout)
}

/**
 * Compares each language's catalogue with the default one: texts that it lacks or that no id names, and values or
 * plurals that differ.
 * @returns {Promise<string[]>} One line for each problem.
 */
export async function checkLanguages() {
  const [[first = '', own] = [], ...others] = await readLanguages()
  if (!own) return ['there are no languages']
  const problems = []
  for (const folder of folders) {
    const read = (/** @type {string} */ code) => readFile(path.join(root, folder, `${code}.json`), 'utf8')
    const texts = /** @type {Texts} */ (JSON.parse(await read(first)))
    const forClients = []
    for (const [code, language] of others) {
      const file = `${folder}/${code}.json`
      const translated = /** @type {Texts} */ (JSON.parse(await read(code)))
      problems.push(...compareLanguages(texts, translated, { ...language, file }))
      if (language.locale === 'en-US') problems.push(...findBritish({ ...texts, ...translated }, file))
      if (language.covers === 'clients') forClients.push({ file, translated })
    }
    problems.push(...compareEachOther(forClients))
  }
  return problems
}

/**
 * @param {Texts} texts of the default language
 * @param {Texts} translated
 * @param {Language & { file: string }} language
 */
export function compareLanguages(texts, translated, { file, locale, covers }) {
  const missing = covers === 'all' ? Object.keys(texts).filter(id => !translated[id]) : []
  const rules = new Intl.PluralRules(locale)
  return [
    ...missing.map(id => `${file} has no text for ${id}`),
    ...Object.entries(translated).flatMap(([id, text]) => {
      const original = texts[id]
      if (original === undefined) return [`${file}: there is no ${id}`]
      if (covers === 'differences' && text === original) return [`${file}: ${id} says the same; leave it out`]
      const [expected, found] = [placesIn(original), placesIn(text)]
      // A language may count what the default language only names: "in 3 days" where the noun follows the number.
      const isCounted = (/** @type {string} */ place) => found.has(`${place} plural`)
      const mayCount = (/** @type {string} */ place) => expected.has(place.replace(/ plural$/, ''))
      return [
        ...[...expected.keys()].filter(place => !found.has(place) && !isCounted(place)).map(place => `${file}: ${id} lacks ${place}`),
        ...[...found.keys()]
          .filter(place => !expected.has(place) && !mayCount(place))
          .map(place => `${file}: ${id} has ${place}, which is not in the original`),
        ...[...found].flatMap(([place, options]) => findWrongPlurals(place, options, rules).map(problem => `${file}: ${id}: ${problem}`)),
      ]
    }),
  ]
}

/**
 * Languages for clients cover the same texts: what one of them lacks, its translator forgot.
 * @param {{ file: string, translated: Texts }[]} languages
 */
export function compareEachOther(languages) {
  const ids = [...new Set(languages.flatMap(({ translated }) => Object.keys(translated)))]
  return languages.flatMap(({ file, translated }) =>
    ids.filter(id => !translated[id]).map(id => `${file} has no text for ${id}, unlike other languages for clients`),
  )
}

/** Beginnings of words that Americans spell in another way. */
const british =
  /\b(?:(?:analys|apologis|authoris|customis|finalis|minimis|optimis|organis|prioritis|realis|recognis|standardis|summaris|synchronis)(?:e|a|ing)|behaviour|cancell(?:ed|ing)|catalogue|centre|cheque|colour|counsell|defence|diary|enrol\b|favour|fortnight|fulfil\b|grey|honour|judgement|labell|licence|metre|neighbour|postcode|practise|programme\b|signall|travell|whilst)\w*/gi

/**
 * British words in what Americans read.
 * @param {Texts} texts
 * @param {string} file
 */
export function findBritish(texts, file) {
  return Object.entries(texts).flatMap(([id, text]) => {
    // Without the names of values.
    const found = text.replaceAll(/\{\w+/g, '').match(british) ?? []
    return found.map(word => `${file}: ${id}: “${word}” is British`)
  })
}

/** @param {string} place
 * @param {string[]} options
 * @param {Intl.PluralRules} rules */
function findWrongPlurals(place, options, rules) {
  if (!place.endsWith(' plural')) return []
  const given = options.filter(option => option !== 'offset' && !/^\d+$/.test(option))
  // Millions, which French and Spanish count apart, do not occur.
  const needed = new Set(Array.from({ length: 200 }, (_, count) => rules.select(count)))
  const lacks = [...needed].filter(category => !given.includes(category))
  const known = new Set(/** @type {string[]} */ (rules.resolvedOptions().pluralCategories))
  const isOnlyOther = given.length === 1 && given[0] === 'other'
  return [
    ...(isOnlyOther ? [] : lacks.map(category => `${place} lacks ${category}`)),
    ...given.filter(option => !known.has(option)).map(option => `${place} has ${option}, which the language has not`),
  ]
}

/**
 * The values that a message fills in, such as `name` or `count plural`, with their options.
 * @param {string} text
 * @returns {Map<string, string[]>}
 */
function placesIn(text) {
  const { source, errors } = createCompiledCatalog('en', { text }, { strict: true, namespace: 'json' })
  const [wrong] = errors
  if (wrong) throw new Error(`${text}: ${wrong.error.message}`)
  const places = new Map()
  collect(JSON.parse(source).messages.text, places)
  return places
}

/** @param {unknown} message
 * @param {Map<string, string[]>} places */
function collect(message, places) {
  if (!Array.isArray(message)) return
  for (const part of message) {
    if (!Array.isArray(part)) continue
    const [name, kind, options] = part
    places.set([name, kind].filter(Boolean).join(' '), typeof options === 'object' ? Object.keys(options) : [])
    if (typeof options === 'object') for (const texts of Object.values(options)) collect(texts, places)
  }
}
