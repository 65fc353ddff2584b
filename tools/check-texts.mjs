import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import ts from 'typescript'
import { root } from './run-command.mjs'

/** Quotation marks, which differ by language. */
const quotationMark = /[“”„«»‹›]/
/** Begins like a sentence. Names of abilities have capitals throughout. */
const sentence = /^\p{Lu}[\p{L}’']* \p{Ll}/u
/** Tests and what they share. */
const forTests = /\.test\.tsx?$|\/test-[\w-]+\.tsx?$/
const hasLetter = /\p{L}/u
/** Attributes that are read out or shown, among them those of our own components. */
const shown =
  /^(?:alt|caption|heading|hint|label|legend|message|placeholder|summary|title|aria-(?:description|label|placeholder|roledescription|valuetext))$|(?:Label|Hint|Title|Heading|Message)$/
/** Their content is code. */
const untranslated = new Set(['code', 'pre', 'style'])

/**
 * Finds texts from outside the catalogues: those that web/ shows, and messages that server/features answers.
 * @returns {Promise<string[]>} One line for each.
 */
export async function checkTexts() {
  const [pages, answers] = await Promise.all([
    readCode('web', /^(?:features|lib|pages|router|ui)\/.*\.tsx?$|^[\w-]+\.tsx$/),
    readCode('server/features', /\.ts$/),
  ])
  return [...pages.flatMap(([file, code]) => findTexts(file, code)), ...answers.flatMap(([file, code]) => findMessages(file, code))]
}

/** @param {string} folder
 * @param {RegExp} wanted
 * @returns {Promise<[file: string, code: string][]>} */
async function readCode(folder, wanted) {
  const files = (await readdir(path.join(root, folder), { recursive: true }))
    .map(file => file.replaceAll('\\', '/'))
    .filter(file => wanted.test(file) && !forTests.test(file))
  if (files.length === 0) throw new Error(`found no code in ${folder}/`)
  return Promise.all(files.map(async file => [`${folder}/${file}`, await readFile(path.join(root, folder, file), 'utf8')]))
}

/** Sentences as the `message` of an answer.
 * @param {string} file
 * @param {string} code
 * @returns {string[]} */
export const findMessages = (file, code) =>
  findIn(
    file,
    code,
    (node, text) => ts.isPropertyAssignment(node.parent) && node.parent.name.getText() === 'message' && / \p{L}|\.$/u.test(text),
  )

/** @param {string} file
 * @param {string} code
 * @returns {string[]} */
export const findTexts = (file, code) => findIn(file, code, isText)

/** @param {string} file
 * @param {string} code
 * @param {(node: ts.Node, text: string) => boolean} isWanted
 * @returns {string[]} */
function findIn(file, code, isWanted) {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  const found = /** @type {string[]} */ ([])
  visit(source)
  return found

  /** @param {ts.Node} node */
  function visit(node) {
    const text = textOf(node)
    if (text !== undefined && isWanted(node, text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push(`${file}:${line + 1}: “${text.trim()}” is not in a catalogue`)
    }
    ts.forEachChild(node, visit)
  }
}

/** @param {ts.Node} node
 * @returns {string | undefined} */
function textOf(node) {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node)
    ? [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(part => part.text).join('…')
    : undefined
}

/** @param {ts.Node} node
 * @param {string} text */
function isText(node, text) {
  if (ts.isJsxText(node)) return hasLetter.test(text) && !untranslated.has(tagOf(node.parent))
  if (isForPrograms(node)) return false
  if (quotationMark.test(text) || sentence.test(text)) return true
  return hasLetter.test(text) && isShown(node)
}

/** Errors that a developer reads, and modules.
 * @param {ts.Node} node */
function isForPrograms(node) {
  const { parent } = node
  return (
    ts.isImportDeclaration(parent) ||
    (ts.isNewExpression(parent) && ts.isIdentifier(parent.expression) && parent.expression.text.endsWith('Error'))
  )
}

/** Whether an element shows the literal: as its content or as an attribute that people read.
 * @param {ts.Node} node
 * @returns {boolean} */
function isShown(node) {
  const { parent } = node
  if (ts.isJsxExpression(parent)) {
    if (ts.isJsxAttribute(parent.parent)) return isReadAttribute(parent.parent)
    return !untranslated.has(tagOf(parent.parent))
  }
  if (ts.isJsxAttribute(parent)) return isReadAttribute(parent)
  const passesOn =
    ts.isParenthesizedExpression(parent) ||
    (ts.isConditionalExpression(parent) && parent.condition !== node) ||
    (ts.isBinaryExpression(parent) && isJoining(parent.operatorToken.kind))
  return passesOn && isShown(parent)
}

/** @param {ts.SyntaxKind} kind */
const isJoining = kind =>
  [ts.SyntaxKind.PlusToken, ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken, ts.SyntaxKind.QuestionQuestionToken].includes(
    kind,
  )

/** @param {ts.JsxAttribute} attribute */
const isReadAttribute = attribute => shown.test(attribute.name.getText())

/** @param {ts.Node} node */
const tagOf = node => (ts.isJsxElement(node) ? node.openingElement.tagName.getText() : '')
