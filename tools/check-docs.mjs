import { existsSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { root } from './run-command.mjs'

/** @param {string} file From the root. */
const read = file => readFileSync(path.join(root, file), 'utf8')
/** @param {string} file */
const isThere = file => existsSync(path.join(root, file))

/**
 * What the documents name must be there: the files and headings that their links lead to, and the files that their commands run
 * (`npx vitest run …`, `npx playwright test …`, `npm run drill -- …`, `npm run …`).
 * @returns {Promise<string[]>} One line for each that is not.
 */
export async function checkDocs() {
  const below = await readdir(path.join(root, 'docs'), { recursive: true })
  const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...below.map(file => path.join('docs', file))].filter(file =>
    file.endsWith('.md'),
  )
  const scripts = Object.keys(JSON.parse(read('package.json')).scripts)
  return pages.flatMap(page => {
    const text = read(page)
    return [...findBrokenLinks(page, text), ...commandsOf(text).flatMap(command => findMissing(command, scripts))].map(
      problem => `${page}: ${problem} does not exist`,
    )
  })
}

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

/** As links name them: small letters, nothing but words, `-` between. @param {string} text */
const headingsOf = text =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Between backticks, or a line of its own in a block. @param {string} text */
const commandsOf = text => [...text.matchAll(/`(np[mx] [^`\n]+)`|^(np[mx] .+)$/gm)].map(([, quoted, line]) => quoted ?? line ?? '')

/**
 * What a command needs that is not there.
 * @param {string} command
 * @param {string[]} scripts Those of package.json.
 */
function findMissing(command, scripts) {
  const [called = ''] = command.split(/ +#| [|;&]/)
  const words = called.replaceAll(/ --[\w-]+ \S+/g, '').split(' ')
  // What is written in capitals stands for anything.
  const after = (/** @type {string} */ start) =>
    called.startsWith(`${start} `) ? words.slice(start.split(' ').length).filter(word => /^[a-z][\w./-]*$/.test(word)) : []
  const [script] = after('npm run')
  const [drill] = after('npm run drill --')
  return [
    ...after('npx vitest run').filter(file => !isThere(file)),
    ...after('npx playwright test').filter(name => !['journeys', 'journeys/desk'].some(folder => isThere(`e2e/${folder}/${name}.ts`))),
    ...(drill && !isThere(`bench/drills/${drill}.ts`) ? [`the drill ${drill}`] : []),
    ...(script && !scripts.includes(script) ? [`the script ${script}`] : []),
  ]
}
