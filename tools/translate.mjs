import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { requireNode } from './node-version.mjs'

requireNode()
const { ensureInstalled } = await import('./install.mjs')
await ensureInstalled()
const { readLanguages } = await import('./check-languages.mjs')
const { addLanguage, describeLanguage, partOfTerms, readLanguagePo, terminologyOf, writeCatalogue, writeLanguagePo } =
  await import('./language-po.mjs')
const { root } = await import('./run-command.mjs')

const folders = { pages: 'web/messages', server: 'server/platform/messages', messages: 'server/features/messages/letters/texts' }
const terminology = 'web/messages/terminology'

/** @param {string} file */
const readTexts = async file => (existsSync(path.join(root, file)) ? JSON.parse(await readFile(path.join(root, file), 'utf8')) : undefined)
/** @param {string} file
 * @param {string | Buffer} content */
const write = (file, content) => writeFile(path.join(root, file), content)

/**
 * `npm run translate -- it`: adds the language where there is none, takes what `it.po` has, and writes `it.po` again.
 * @param {string} code
 */
async function translate(code) {
  const { name } = describeLanguage(code)
  const source = 'contract/languages.ts'
  let known = await readLanguages()
  if (!known.some(([other]) => other === code)) {
    await write(source, addLanguage(await readFile(path.join(root, source), 'utf8'), code))
    console.log(`Added ${name} to ${source}.`)
    known = await readLanguages()
  }
  const own = known.find(([other]) => other === code)?.[1]
  if (!own || !['all', 'clients'].includes(own.covers) || code === 'en') throw new Error(`${name} is no translation`)
  const language = { code, ...own }
  const stored = await readParts(language, known)
  const file = `${code}.po`
  const { parts, problems } = existsSync(path.join(root, file))
    ? readLanguagePo(await readFile(path.join(root, file)), stored, language)
    : { parts: stored, problems: [] }
  for (const { name: part, originals, translated } of parts) {
    const folder = folders[/** @type {keyof typeof folders} */ (part)]
    if (folder) await write(`${folder}/${code}.json`, writeCatalogue(originals, translated))
    else await write(`${terminology}/${code}.json`, `${JSON.stringify(terminologyOf(translated), null, 2)}\n`)
  }
  await write(file, writeLanguagePo(parts, language))
  const count = (/** @type {'originals' | 'translated'} */ which) => parts.reduce((sum, part) => sum + Object.keys(part[which]).length, 0)
  console.log(`${name}: ${count('translated')} of ${count('originals')} texts are translated. The others appear in English.`)
  if (problems.length > 0) console.log(`Not taken, and marked in ${file} as needing work:`)
  for (const problem of problems) console.log(`✗ ${problem}`)
  console.log(`Translate ${file} in Poedit or another editor of PO files, and run this again.`)
}

/**
 * @param {import('./language-po.mjs').Language} language
 * @param {Awaited<ReturnType<typeof readLanguages>>} known
 */
async function readParts({ code, covers }, known) {
  const parts = [partOfTerms(await readTexts(`${terminology}/pl.json`), await readTexts(`${terminology}/${code}.json`))]
  for (const [name, folder] of Object.entries(folders)) {
    const originals = await readTexts(`${folder}/en.json`)
    const translated = (await readTexts(`${folder}/${code}.json`)) ?? {}
    const ids = covers === 'all' ? new Set(Object.keys(originals)) : await idsForClients(folder, known)
    parts.push({ name, originals: Object.fromEntries(Object.entries(originals).filter(([id]) => ids.has(id))), translated, drafts: {} })
  }
  return parts
}

/** The texts that any language for clients has.
 * @param {string} folder
 * @param {Awaited<ReturnType<typeof readLanguages>>} known */
async function idsForClients(folder, known) {
  const clients = known.filter(([, { covers }]) => covers === 'clients')
  const catalogues = await Promise.all(clients.map(([code]) => readTexts(`${folder}/${code}.json`)))
  return new Set(catalogues.flatMap(texts => Object.keys(texts ?? {})))
}

const [code = ''] = process.argv.slice(2)
try {
  if (!/^[a-z]{2,3}(-[A-Za-z\d]{2,4})*$/.test(code)) throw new Error('Usage: npm run translate -- CODE, such as it for Italian')
  await translate(code)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
