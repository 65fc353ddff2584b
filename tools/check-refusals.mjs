import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { root, runCommand } from './run-command.mjs'

const page = 'docs/api/refusals.md'
const printCatalogue = "import { refusals } from '#contract/refusals.ts'; console.log(JSON.stringify(refusals))"

/**
 * Compares the refusal catalogue in contract/refusals.ts with the page that documents it, whose table begins each line
 * with the code and the status: | `slot_taken` | 409 | …
 * @returns {Promise<string[]>} One line for each difference.
 */
export async function checkRefusals() {
  const { stdout, output } = await runCommand(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', printCatalogue])
  if (!stdout.startsWith('{')) return [output]
  const catalogue = new Map(Object.entries(JSON.parse(stdout)).map(([code, { status }]) => [code, String(status)]))
  const text = await readFile(path.join(root, page), 'utf8').catch(() => undefined)
  if (text === undefined) return [`${page} does not exist`]
  const documented = new Map([...text.matchAll(/^\| *`(\w+)` *\| *(\d{3}) *\|/gm)].map(([, code = '', status = '']) => [code, status]))
  const missing = [...catalogue].filter(([code]) => !documented.has(code)).map(([code]) => `${page} leaves out ${code}`)
  const unknown = [...documented.keys()].filter(code => !catalogue.has(code)).map(code => `${page} names ${code}, which does not exist`)
  const wrong = [...documented]
    .filter(([code, status]) => catalogue.has(code) && catalogue.get(code) !== status)
    .map(([code, status]) => `${page} says ${status} for ${code}; it is ${catalogue.get(code)}`)
  return [...missing, ...unknown, ...wrong]
}
