/**
 * One change of a definition's SQL. `label` shows the changed line before and after.
 * @typedef {{ sql: string, label: string }} Mutant
 * @typedef {{ text: string, start: number, end: number }} Token
 */

const tokenPattern = /--[^\n]*|'(?:[^']|'')*'|\$\d+|\w+|[<>=!:@&|#~%^*/+-]+|[^\s]/g

/** @type {Record<string, string>} */
const operators = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '=': '<>', '<>': '=', AND: 'OR', OR: 'AND', TRUE: 'false', FALSE: 'true' }

/** What ends a condition after WHERE or ON. */
const clauseEnds = new Set(
  'JOIN LEFT CROSS WHERE GROUP ORDER LIMIT OFFSET RETURNING ON UNION FOR LOOP THEN WHEN ELSE END DO SET LIMIT WINDOW'.split(' '),
)

/**
 * All changes of a function's body, a view's query or a trigger's condition: comparisons, AND and OR, true and
 * false, NOT, IS NULL, plus and minus one, intervals, and conditions left out. Comments and texts stay.
 * @param {{ kind: string, sql: string }} definition
 * @returns {Mutant[]}
 */
export function mutateDefinition({ kind, sql }) {
  const [start, end] = findBody(kind, sql)
  const tokens = [...sql.slice(start, end).matchAll(tokenPattern)]
    .filter(([text]) => !text.startsWith('--'))
    .map(({ 0: text, index }) => ({ text, start: start + index, end: start + index + text.length }))
  return [...replaceTokens(tokens, sql), ...dropConditions(tokens)]
    .filter(({ start, end, by }) => sql.slice(start, end) !== by)
    .map(change => ({ sql: `${sql.slice(0, change.start)}${change.by}${sql.slice(change.end)}`, label: describeChange(sql, change) }))
}

/**
 * @param {string} kind
 * @param {string} sql
 * @returns {[number, number]}
 */
function findBody(kind, sql) {
  if (kind === 'function') return [sql.indexOf('$$') + 2, sql.lastIndexOf('$$')]
  const start = kind === 'view' ? sql.search(/\bAS\b/) : sql.search(/\bWHEN\b/)
  return start < 0 ? [sql.length, sql.length] : [start, kind === 'view' ? sql.length : sql.lastIndexOf('EXECUTE')]
}

/** @typedef {{ start: number, end: number, by: string }} Change */

/**
 * @param {Token[]} tokens
 * @param {string} sql
 * @returns {Change[]}
 */
function replaceTokens(tokens, sql) {
  const inBetween = findBetweens(tokens)
  const words = tokens.map(({ text }) => text.toUpperCase())
  return tokens.flatMap((token, index) => {
    const [word = '', next = '', afterNext] = words.slice(index)
    if (word === 'IS' && next === 'NULL') return [insertNot(token)]
    if (word === 'IS' && next === 'DISTINCT') return [insertNot(token)]
    if (word === 'NOT' && words[index - 1] === 'IS') return [removeThrough(token, tokens[index + 1])]
    if (word === 'NOT' && afterNext !== undefined) return [removeThrough(token, tokens[index + 1])]
    if (word === 'INTERVAL' && next.startsWith("'")) return shortenInterval(tokens[index + 1])
    if ((word === '+' || word === '-') && next === '1') return [{ ...token, by: word === '+' ? '-' : '+' }]
    const by = operators[word]
    // An assignment is no comparison; the database refuses the change where this cannot tell.
    return by === undefined || inBetween.has(index) || (word === '=' && isAssignment(words, index))
      ? []
      : [{ ...token, by: inCaseOf(sql, token, by) }]
  })
}

/** @param {string} sql
 * @param {Token} token
 * @param {string} by */
const inCaseOf = (sql, { start }, by) => (/[a-z]/.test(sql[start] ?? '') ? by.toLowerCase() : by)

/** @param {Token} token
 * @returns {Change} */
const insertNot = token => ({ start: token.end, end: token.end, by: ' NOT' })

/** @param {Token} token
 * @param {Token | undefined} next
 * @returns {Change} */
const removeThrough = (token, next) => ({ start: token.start, end: next?.start ?? token.end, by: '' })

/** One unit less. @param {Token | undefined} literal
 * @returns {Change[]} */
function shortenInterval(literal) {
  const by = literal?.text.replace(/\d+/, number => String(Number(number) - 1))
  return literal && by !== undefined && by !== literal.text ? [{ ...literal, by }] : []
}

/** The positions of the AND of each BETWEEN. @param {Token[]} tokens */
function findBetweens(tokens) {
  const found = new Set()
  for (const [index, { text }] of tokens.entries()) {
    if (text.toUpperCase() !== 'BETWEEN') continue
    let depth = 0
    for (let at = index + 1; at < tokens.length; at += 1) {
      const word = tokens[at]?.text.toUpperCase()
      if (word === '(') depth += 1
      if (word === ')') depth -= 1
      if (word === 'AND' && depth === 0) {
        found.add(at)
        break
      }
    }
  }
  return found
}

/**
 * Whether `=` assigns a column: between SET and the next clause, outside parentheses and CASE.
 * @param {string[]} words
 * @param {number} index
 */
function isAssignment(words, index) {
  let depth = 0
  for (let at = index - 1; at >= 0; at -= 1) {
    const word = words[at] ?? ''
    if (word === ')' || word === 'END') depth += 1
    if (word === '(' || word === 'CASE') depth -= 1
    if (depth < 0 || (depth === 0 && [';', 'WHERE', 'FROM', 'THEN', 'IF', 'ON', 'AND', 'OR', 'BEGIN', 'WHEN', 'SELECT'].includes(word)))
      return false
    if (depth === 0 && word === 'SET') return true
  }
  return false
}

/**
 * Each condition of WHERE, ON and a trigger's WHEN is replaced by true: every part of a conjunction, or all of a
 * disjunction.
 * @param {Token[]} tokens
 * @returns {Change[]}
 */
function dropConditions(tokens) {
  const inBetween = findBetweens(tokens)
  return tokens.flatMap(({ text }, index) => {
    const word = text.toUpperCase()
    const isCondition =
      word === 'WHERE' ||
      (word === 'ON' &&
        !['CONFLICT', 'DISTINCT'].includes(tokens[index + 1]?.text.toUpperCase() ?? '') &&
        tokens[index - 1]?.text.toUpperCase() !== 'DISTINCT')
    return isCondition ? splitCondition(tokens, index + 1, inBetween) : []
  })
}

/**
 * @param {Token[]} tokens
 * @param {number} from
 * @param {Set<unknown>} inBetween
 * @returns {Change[]}
 */
function splitCondition(tokens, from, inBetween) {
  const parts = /** @type {Token[][]} */ ([[]])
  let depth = 0
  let disjunction = false
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at]
    const word = token?.text.toUpperCase() ?? ''
    if (!token || (depth === 0 && (word === ';' || word === ')' || clauseEnds.has(word)))) break
    if (word === '(' || word === 'CASE') depth += 1
    if (word === ')' || word === 'END') depth -= 1
    if (depth === 0 && word === 'OR') disjunction = true
    if (depth === 0 && word === 'AND' && !inBetween.has(at)) parts.push([])
    else parts.at(-1)?.push(token)
  }
  const conditions = disjunction ? [parts.flat()] : parts
  return conditions.flatMap(part => {
    const [first, last] = [part[0], part.at(-1)]
    return first && last ? [{ start: first.start, end: last.end, by: 'true' }] : []
  })
}

/** @param {string} sql
 * @param {Change} change */
function describeChange(sql, { start, end, by }) {
  const from = sql.lastIndexOf('\n', start - 1) + 1
  const newline = sql.indexOf('\n', end)
  const to = newline < 0 ? sql.length : newline
  const tidy = (/** @type {string} */ text) => text.replaceAll(/\s+/g, ' ').trim()
  return `- ${tidy(sql.slice(from, to))}\n+ ${tidy(sql.slice(from, start) + by + sql.slice(end, to))}`
}

/**
 * The same `count` items for the same seed, in their order.
 * @template Item
 * @param {Item[]} items
 * @param {number} count
 * @param {number} seed
 * @returns {Item[]}
 */
export function sample(items, count, seed) {
  // mulberry32: a small generator with a seed, which Math.random does not take.
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const order = items.map((_, index) => ({ index, key: random() })).toSorted((a, b) => a.key - b.key)
  const chosen = new Set(order.slice(0, count).map(({ index }) => index))
  return items.filter((_, index) => chosen.has(index))
}
