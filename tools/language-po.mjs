import { po } from 'gettext-parser'
import { compareLanguages } from './check-languages.mjs'

/** @typedef {Record<string, string>} Texts */
/** @typedef {{ name: string, originals: Texts, translated: Texts, drafts: Texts }} Part a folder's texts by id */
/** @typedef {{ code: string, locale: string, covers: string }} Language */

/** What a translator decides before the texts; stored with the terms. */
const addressOfReaders = 'Form of address'

/**
 * The file that a translator edits: terms first, then each part. A context names the part and the id.
 * @param {readonly Part[]} parts
 * @param {Language} language
 * @returns {Buffer}
 */
export function writeLanguagePo(parts, { code, locale }) {
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories.join(', ')
  /** @type {import('gettext-parser').GetTextTranslationRecord} */
  const translations = {}
  for (const { name, originals, translated, drafts } of parts) {
    for (const [id, original] of Object.entries(originals)) {
      const context = `${name}/${id}`
      const hint = hintFor(id, original, categories)
      const draft = translated[id] ? undefined : drafts[id]
      const comments = { ...(hint && { extracted: hint }), ...(draft && { flag: 'fuzzy' }) }
      translations[context] = { [original]: { msgctxt: context, msgid: original, msgstr: [translated[id] ?? draft ?? ''], comments } }
    }
  }
  const headers = {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
    'MIME-Version': '1.0',
    Language: code.replace('-', '_'),
    'X-Source-Language': 'en',
  }
  return po.compile({ charset: 'utf-8', headers, translations })
}

/** @param {string} id
 * @param {string} original
 * @param {string} categories */
function hintFor(id, original, categories) {
  if (id === addressOfReaders) return 'Formal or informal, and why. Then translate each term once.'
  if (original.includes(', plural,')) return `Translate inside the inner braces, with these forms: ${categories}. # is the number.`
  return original.includes(', select,') ? 'Translate inside the inner braces; keep the words before them.' : ''
}

/**
 * The parts with the texts of an edited file. What cannot be taken is a draft: an unfinished text (fuzzy), one of an
 * original that has changed, or one with other values or plurals than its original.
 * @param {Buffer} file
 * @param {readonly Part[]} parts
 * @param {Language} language
 * @returns {{ parts: Part[], problems: string[] }}
 */
export function readLanguagePo(file, parts, language) {
  const found = po.parse(file).translations
  /** @type {string[]} */
  const problems = []
  const taken = parts.map(({ name, originals }) => {
    /** @type {Part} */
    const part = { name, originals, translated: {}, drafts: {} }
    for (const [id, original] of Object.entries(originals)) {
      for (const { msgid, msgstr, comments } of Object.values(found[`${name}/${id}`] ?? {})) {
        const [text = ''] = msgstr
        if (text === '') continue
        const problem =
          msgid === original
            ? findProblem({ [id]: original }, { [id]: text }, language)
            : `was translated from “${msgid}”, which has changed`
        const isDone = !comments?.flag?.includes('fuzzy')
        if (isDone && problem) problems.push(`${id} ${problem}`)
        if (isDone && !problem) part.translated[id] = text
        else part.drafts[id] = text
      }
    }
    return part
  })
  return { parts: taken, problems }
}

/** @param {Texts} original
 * @param {Texts} translated
 * @param {Language} language */
function findProblem(original, translated, { locale }) {
  try {
    const [first] = compareLanguages(original, translated, { file: '', locale, covers: 'clients' })
    return first?.replace(/^: [\w.]+:? /, '')
  } catch (error) {
    return `has braces that do not match: ${error instanceof Error ? error.message : error}`
  }
}

/**
 * A catalogue in the order of the originals, as it is stored.
 * @param {Texts} originals
 * @param {Texts} translated
 */
export const writeCatalogue = (originals, translated) =>
  `${JSON.stringify(Object.fromEntries(Object.keys(originals).flatMap(id => (translated[id] ? [[id, translated[id]]] : []))), null, 2)}\n`

/** @typedef {{ address: string, terms: Texts }} Terminology */

/**
 * The terms as a part, whose originals are those of another language's file.
 * @param {Terminology} other
 * @param {Terminology | undefined} own
 * @returns {Part}
 */
export const partOfTerms = (other, own) => ({
  name: 'terms',
  originals: Object.fromEntries([addressOfReaders, ...Object.keys(other.terms)].map(term => [term, term])),
  translated: own ? { [addressOfReaders]: own.address, ...own.terms } : {},
  drafts: {},
})

/** @param {Texts} texts
 * @returns {Terminology} */
export function terminologyOf({ [addressOfReaders]: address = '', ...terms }) {
  return { address, terms }
}

/**
 * contract/languages.ts with a line for another language, among those for clients.
 * @param {string} source
 * @param {string} code
 */
export function addLanguage(source, code) {
  const lines = source.split('\n')
  const clients = lines.flatMap((line, index) => {
    const [, other] = /^ {2}'?([\w-]+)'?: \{.*covers: 'clients' \},$/.exec(line) ?? []
    return other ? [{ other, index }] : []
  })
  const last = clients.at(-1)
  if (!last) throw new Error('contract/languages.ts has no languages for clients')
  const next = clients.find(({ other }) => other > code)?.index ?? last.index + 1
  const { locale, direction, name } = describeLanguage(code)
  const key = /^\w+$/.test(code) ? code : `'${code}'`
  const line = `  ${key}: { locale: '${locale}', direction: '${direction}', name: '${name.replaceAll("'", String.raw`\'`)}', covers: 'clients' },`
  return lines.toSpliced(next, 0, line).join('\n')
}

/** What Intl knows of a language: it has no name where the code is unknown.
 * @param {string} code */
export function describeLanguage(code) {
  const plain = new Intl.Locale(code)
  const name = new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code)
  if (!name) throw new Error(`no language has the code ${code}`)
  const full = plain.maximize()
  /** @type {{ getTextInfo?: () => { direction: string }, textInfo?: { direction: string } }} */
  const withText = /** @type {any} */ (full)
  const direction = (withText.getTextInfo?.() ?? withText.textInfo)?.direction ?? 'ltr'
  const locale = new Intl.Locale(code, full.region ? { region: full.region } : {}).toString()
  return { locale, direction, name: name.charAt(0).toLocaleUpperCase(locale) + name.slice(1) }
}
