import { access, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { root, runCommand } from './run-command.mjs'

const maxWords = 15_000
const maxWordsPerDecision = 220
const maxCellCharacters = 200
const maxSubjectCharacters = 72

/** The documentation: pages of these folders and files. */
const documentation = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs']

/**
 * Landed migrations never change, and package-lock.json is npm's. In every other text file the words below are
 * refused.
 */
const notCheckedForWords = /^database\/migrations\/before-baseline\/|^package-lock\.json$/
const textFile = /(\.(cjs|css|html|json|md|mjs|sql|tsx?|ya?ml)|\/Dockerfile|^\.[^/]+)$/

const refusedWords = new Set(['somebody', 'nobody', 'whoever', 'everybody', 'anew', 'beside'])

/** Files that have to contain the words. */
const filesAboutWords = new Set(['tools/check-words.mjs', 'tools/check-words.test.mjs'])

/** Not the person but the system user: in quotes or backticks. */
const systemUser = /(['"`])nobody\1/g

/** The commit after which subjects are checked. */
const firstCheckedCommit = '975862e'
const conventionalSubject = /^(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([\w-]+\))?!?: \S/

/**
 * Checks the length of the documentation, its decision records and table cells, the refused words, and commit
 * subjects.
 * @returns {Promise<string[]>} One line for each violation.
 */
export async function checkWords() {
  const pages = await readTexts(await listFiles(documentation, ['.md']))
  const texts = await readTexts((await listTracked()).filter(file => textFile.test(file) && !notCheckedForWords.test(file)))
  return [
    ...findLongDocumentation(pages),
    ...pages.flatMap(page => [...findLongDecision(page), ...findLongCells(page)]),
    ...texts.flatMap(findRefusedWords),
    ...findBadSubjects(await readSubjects()),
  ]
}

/** @typedef {{ file: string, text: string }} Page `file` is relative to the root. */

/**
 * Everything between spaces that has a letter or a digit, so that the borders of tables do not count.
 * @param {string} text
 */
export const countWords = text => text.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)).length

/** @param {Page[]} pages */
export function findLongDocumentation(pages) {
  const words = pages.reduce((sum, { text }) => sum + countWords(text), 0)
  return words > maxWords ? [`the documentation has ${words} words; at most ${maxWords} are allowed`] : []
}

/** @param {Page} page */
export function findLongDecision({ file, text }) {
  const words = countWords(text)
  return /^docs\/decisions\/\d/.test(file) && words > maxWordsPerDecision
    ? [`${file} has ${words} words; a decision record may have ${maxWordsPerDecision}`]
    : []
}

/** @param {Page} page */
export function findLongCells(page) {
  return linesOf(page).flatMap(({ line, at }) =>
    line.startsWith('|')
      ? line
          .split(/(?<!\\)\|/)
          .map(cell => cell.trim().length)
          .filter(length => length > maxCellCharacters)
          .map(length => `${at}: a table cell has ${length} characters; at most ${maxCellCharacters} are allowed`)
      : [],
  )
}

/** @param {Page} page */
export function findRefusedWords(page) {
  if (filesAboutWords.has(page.file)) return []
  return linesOf(page).flatMap(({ line, at }) =>
    wordsOf(line.replaceAll(systemUser, ''))
      .filter(word => refusedWords.has(word))
      .map(word => `${at}: "${word}" (prefer a noun, or rewrite the sentence)`),
  )
}

/** The words of prose and of names: `whoAsksAnew` and `ASK_ANEW` contain "anew". @param {string} line */
const wordsOf = line =>
  line
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)

/** @param {Page} page */
const linesOf = ({ file, text }) => text.split('\n').map((line, index) => ({ line, at: `${file}:${index + 1}` }))

/** @param {string[]} subjects */
export function findBadSubjects(subjects) {
  return subjects.flatMap(subject => [
    ...(subject.length > maxSubjectCharacters ? [`commit "${subject}" has ${subject.length} characters, not ${maxSubjectCharacters}`] : []),
    ...(conventionalSubject.test(subject) ? [] : [`commit "${subject}" is not of the form "type: subject"`]),
  ])
}

/** None where the history is missing, as in an export or a shallow clone. */
async function readSubjects() {
  const { code, stdout } = await runCommand('git', ['log', '--no-merges', '--format=%s', `${firstCheckedCommit}..HEAD`])
  return code === 0 ? stdout.split('\n').filter(Boolean) : []
}

/** All files of the repository that are not ignored, also new ones; none where Git is missing, as in an export. */
async function listTracked() {
  const { code, stdout } = await runCommand('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'])
  const files = code === 0 ? stdout.split('\n').filter(Boolean) : []
  const present = await Promise.all(
    files.map(file =>
      access(path.join(root, file)).then(
        () => true,
        () => false,
      ),
    ),
  )
  return files.filter((_, index) => present[index])
}

/**
 * @param {string[]} names Folders and files, from the root.
 * @param {string[]} endings
 */
async function listFiles(names, endings) {
  const lists = await Promise.all(
    names.map(async name => {
      const there = path.join(root, name)
      if (!(await stat(there)).isDirectory()) return [name]
      const entries = await readdir(there, { recursive: true, withFileTypes: true })
      return entries.filter(entry => entry.isFile()).map(entry => path.relative(root, path.join(entry.parentPath, entry.name)))
    }),
  )
  return lists
    .flat()
    .filter(file => endings.some(ending => file.endsWith(ending)))
    .toSorted()
}

/** @param {string[]} files
 * @returns {Promise<Page[]>} */
const readTexts = files => Promise.all(files.map(async file => ({ file, text: await readFile(path.join(root, file), 'utf8') })))
