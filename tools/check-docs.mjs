import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { root } from './run-command.mjs'

/** @param {string} file From the root. */
const read = file => readFileSync(path.join(root, file), 'utf8')
/** @param {string} file */
const isThere = file => existsSync(path.join(root, file))

/**
 * Checks that what the documentation names exists: files and headings of links, files and scripts of commands
 * (`npx vitest run …`, `npx playwright test …`, `npm run drill -- …`, `npm run …`), and test filters in tables of
 * evidence.
 * @returns {Promise<string[]>} One line for each that is missing.
 */
export async function checkDocs() {
  const below = await readdir(path.join(root, 'docs'), { recursive: true })
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...below.map(file => path.join('docs', file))].filter(file =>
    file.endsWith('.md'),
  )
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  const tests = await listTests()
  return pages
    .flatMap(page => {
      const text = read(page)
      return [
        ...findBrokenLinks(page, text),
        ...commandsOf(text).flatMap(command => findMissing(command, scripts, tests)),
        ...evidenceOf(text).flatMap(filter => findEmptyFilter(filter, tests)),
      ].map(problem => `${page}: ${problem} does not exist`)
    })
    .concat(findWrongSummary(read('docs/asvs.md')))
}

/**
 * Compares the summary of docs/asvs.md ("140 met, 30 partly, …") with its rows.
 * @param {string} text
 */
export function findWrongSummary(text) {
  const counts = { met: 0, partly: 0, 'not met': 0, 'not applicable': 0 }
  for (const [, numbers = '', state = ''] of text.matchAll(/^\| ([\d., to()]+) \| [^|]+ \| ([^|]+) \|$/gm)) {
    const named = /^(partly|not met|not applicable)/.exec(state)?.[1] ?? 'met'
    const range = /\((\d+)\)$/.exec(numbers)?.[1]
    counts[/** @type {keyof typeof counts} */ (named)] += range ? Number(range) : numbers.split(',').length
  }
  const summary = Object.entries(counts)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ')
  return text.includes(`**${summary}.**`) ? [] : [`docs/asvs.md: its rows say ${summary}`]
}

/** Vitest runs the tests whose path contains the filter. */
async function listTests() {
  const folders = ['contract', 'domain', 'database', 'server', 'web', 'tools']
  const lists = await Promise.all(
    folders.map(async folder => (await readdir(path.join(root, folder), { recursive: true })).map(file => `${folder}/${file}`)),
  )
  return lists.flat().filter(file => /\.test\.(tsx?|mjs)$/.test(file))
}

/**
 * The filters for Vitest in the last column of tables that are headed "shown by" or "state, evidence".
 * @param {string} text
 */
export function evidenceOf(text) {
  const tables = text.split(/\n(?!\|)/).filter(part => /\| (shown by|state, evidence) \|\n/.test(part))
  return tables.flatMap(table =>
    table.split('\n').flatMap(row => [...(row.split('|').at(-2) ?? '').matchAll(/`([a-z][\w./-]*)`/g)].map(([, filter = '']) => filter)),
  )
}

/** @param {string} filter
 * @param {string[]} tests */
export const findEmptyFilter = (filter, tests) => (tests.some(test => test.includes(filter)) ? [] : [`a test that matches ${filter}`])

/** @param {string} page
 * @param {string} text */
function findBrokenLinks(page, text) {
  return [...text.matchAll(/\]\(([^)\s#]*)(?:#([^)\s]*))?\)/g)].flatMap(([, to = '', heading]) => {
    if (/^[a-z]+:/.test(to)) return []
    const file = to === '' ? page : path.join(path.dirname(page), to)
    if (!isThere(file)) return [file]
    return heading !== undefined && file.endsWith('.md') && !headingsOf(read(file)).includes(heading) ? [`${file}#${heading}`] : []
  })
}

/** Anchors of headings: lower case, words joined by `-`. @param {string} text */
const headingsOf = text =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** In backticks, or on a line of a code block. @param {string} text */
const commandsOf = text => [...text.matchAll(/`(np[mx] [^`\n]+)`|^(np[mx] .+)$/gm)].map(([, quoted, line]) => quoted ?? line ?? '')

/**
 * What a command needs and does not exist.
 * @param {string} command
 * @param {string[]} scripts Those of package.json.
 * @param {string[]} tests
 */
export function findMissing(command, scripts, tests) {
  const [called = ''] = command.split(/ +#| [|;&]/)
  const words = called.replaceAll(/ --[\w-]+ \S+/g, '').split(' ')
  // Words in capitals are placeholders.
  const after = (/** @type {string} */ start) =>
    called.startsWith(`${start} `) ? words.slice(start.split(' ').length).filter(word => /^[a-z][\w:./-]*$/.test(word)) : []
  const [script] = after('npm run')
  const [drill] = after('npm run drill --')
  return [
    ...after('npx vitest run').flatMap(filter => findEmptyFilter(filter, tests)),
    ...after('npm run test:unit --').flatMap(filter => findEmptyFilter(filter, tests)),
    ...after('npx playwright test').filter(
      name => !['journeys', 'journeys/desk', 'journeys/production'].some(folder => isThere(`e2e/${folder}/${name}.ts`)),
    ),
    ...(drill && !isThere(`bench/drills/${drill}.ts`) ? [`the drill ${drill}`] : []),
    ...(script && !scripts.includes(script) ? [`the script ${script}`] : []),
  ]
}
