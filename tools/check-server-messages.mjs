import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'
import { compareMessages } from './check-messages.mjs'
import { root, runCommand } from './run-command.mjs'

const catalogue = 'server/platform/messages/en.json'
const folders = ['contract', 'domain', 'server']
/** Ids that schemas name by plain strings. Types check the others. */
const ofSchema = /^(?:field|refused)\.\w+$/
const printUsed = `
import { readFileSync } from 'node:fs'
import { messageIdsIn } from './web/message-extractor.ts'
const [catalogue, ...files] = process.argv.slice(1)
const known = new Set(Object.keys(JSON.parse(readFileSync(catalogue, 'utf8'))))
console.log(JSON.stringify(files.flatMap(file => [...messageIdsIn(file, readFileSync(file, 'utf8'), known)].map(id => [id, file]))))`

/**
 * Compares the message ids that the server's code uses with its default catalogue.
 * @returns {Promise<string[]>} One line for each missing or unused message.
 */
export async function checkServerMessages() {
  const files = (await Promise.all(folders.map(listSources))).flat()
  if (files.length === 0) throw new Error('found no code of the server')
  const args = ['--import', 'tsx', '--input-type=module', '--eval', printUsed, catalogue, ...files]
  const { stdout, output } = await runCommand(process.execPath, args)
  if (!stdout.startsWith('[')) return [output]
  const named = await Promise.all(
    files.map(async file => idsNamedIn(await readFile(path.join(root, file), 'utf8')).map(id => /** @type {const} */ ([id, file]))),
  )
  const texts = new Map(Object.entries(JSON.parse(await readFile(path.join(root, catalogue), 'utf8'))))
  const users = new Map([...named.flat(), ...JSON.parse(stdout)])
  return compareMessages(users, texts, catalogue, 'remove it')
}

/** @param {string} folder */
async function listSources(folder) {
  const files = await readdir(path.join(root, folder), { recursive: true })
  return files
    .map(file => path.posix.join(folder, file.replaceAll('\\', '/')))
    .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('server/testing/'))
}

/** The ids that a schema's strings name, known or not.
 * @param {string} code
 * @returns {string[]} */
export function idsNamedIn(code) {
  const found = new Set()
  visit(ts.createSourceFile('code.ts', code, ts.ScriptTarget.Latest))
  return [...found]

  /** @param {ts.Node} node */
  function visit(node) {
    if (ts.isStringLiteralLike(node) && ofSchema.test(node.text)) found.add(node.text)
    ts.forEachChild(node, visit)
  }
}
