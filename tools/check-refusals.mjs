import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root, runCommand } from './run-command.mjs'

const page = 'docs/api/refusals.md'
const texts = 'web/messages/en.json'
const sentences = 'server/platform/messages/en.json'
const printCatalogue = "import { refusals } from '#contract/refusals.ts'; console.log(JSON.stringify(refusals))"

/**
 * Compares the refusal catalogue in contract/refusals.ts with the table of the page that documents it:
 * code and status, such as | `slot_taken` | 409 |. The sentences are in server/platform/messages alone, and at
 * `/api/docs`. Also finds texts of the pages that repeat a sentence of the catalogue.
 * @returns {Promise<string[]>} One line for each difference.
 */
export async function checkRefusals() {
  const { stdout, output } = await runCommand(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', printCatalogue])
  if (!stdout.startsWith('{')) return [output]
  const text = await readFile(path.join(root, page), 'utf8').catch(() => undefined)
  if (text === undefined) return [`${page} does not exist`]
  const expected = Object.entries(JSON.parse(stdout)).map(([code, { status }]) => `| \`${code}\` | ${status} |`)
  const readTexts = async (/** @type {string} */ file) => JSON.parse(await readFile(path.join(root, file), 'utf8'))
  const messages = new Map(Object.entries(await readTexts(texts)))
  const said = await readTexts(sentences)
  const ids = Object.keys(JSON.parse(stdout)).flatMap(code => [`refusal.${code}.title`, `refusal.${code}.message`])
  const catalogue = Object.fromEntries(
    Object.keys(JSON.parse(stdout)).map(code => [code, { message: String(said[`refusal.${code}.message`]) }]),
  )
  const documented = text.split('\n').filter(line => line.startsWith('| `'))
  return [
    ...expected.filter(row => !documented.includes(row)).map(row => `${page} leaves out ${row}`),
    ...documented.filter(row => !expected.includes(row)).map(row => `${page} has a row that is not in the catalogue: ${row}`),
    ...ids.filter(id => !said[id]).map(id => `${sentences} has no ${id}`),
    ...Object.keys(said)
      .filter(id => id.startsWith('refusal.') && !ids.includes(id))
      .map(id => `${sentences}: there is no refusal for ${id}`),
    ...findRepeatedSentences(catalogue, messages),
  ]
}

/**
 * Finds texts of the pages that repeat a refusal's message or its first sentence. Pages show the server's message
 * instead.
 * @param {Record<string, { message: string }>} catalogue
 * @param {ReadonlyMap<string, string>} messages by id
 */
export function findRepeatedSentences(catalogue, messages) {
  const plain = (/** @type {string} */ sentence) => sentence.replace(/\.$/, '').toLowerCase()
  const codes = new Map(
    Object.entries(catalogue).flatMap(([code, { message }]) =>
      [message, message.split(/(?<=\.) /, 1)[0] ?? ''].map(sentence => /** @type {const} */ ([plain(sentence), code])),
    ),
  )
  return [...messages].flatMap(([id, sentence]) => {
    const code = codes.get(plain(sentence))
    return code ? [`${texts}: ${id} repeats the message of ${code}; show the server's`] : []
  })
}
