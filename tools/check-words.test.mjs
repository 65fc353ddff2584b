import { expect, test } from 'vitest'
import { countWords, findBadSubjects, findLongCells, findLongDecision, findLongDocumentation, findRefusedWords } from './check-words.mjs'

/** @param {string} text */
const page = (text, file = 'docs/page.md') => ({ file, text })
/** @param {number} count */
const words = count => 'word '.repeat(count)

test('counts words, not the borders of tables', () => {
  expect(countWords('| 1.1 | [read](docs/a.md) — `npm test` |\n|---|---|')).toBe(4)
})

test('refuses documentation of more than 15,000 words', () => {
  expect(findLongDocumentation([page(words(14_999)), page('word')])).toEqual([])
  expect(findLongDocumentation([page(words(15_000)), page('word')])).toHaveLength(1)
})

test('refuses a decision record of more than 220 words', () => {
  const record = 'docs/decisions/001-one.md'
  expect(findLongDecision(page(words(220), record))).toEqual([])
  expect(findLongDecision(page(words(221), record))).toHaveLength(1)
  expect(findLongDecision(page(words(221)))).toEqual([])
})

test('refuses a table cell of more than 200 characters', () => {
  const cell = 'x'.repeat(200)
  expect(findLongCells(page(`| a | ${cell} |\n\n${cell}${cell}`))).toEqual([])
  expect(findLongCells(page(`| a | b |\n| a | ${cell}x |`))).toEqual([
    'docs/page.md:2: a table cell has 201 characters; at most 200 are allowed',
  ])
})

test.each(['Nobody knows.', 'const askAnew = 1', '-- put_beside', 'WHOEVER', 'it is everybody’s', "test('Somebody books')"])(
  'refuses a listed word in: %s',
  text => {
    expect(findRefusedWords(page(text))).toHaveLength(1)
  },
)

test.each(['besides', 'runs as `nobody`', "user: 'nobody'", 'renewed', 'no client'])('accepts: %s', text => {
  expect(findRefusedWords(page(text))).toEqual([])
})

test('names the line of a listed word', () => {
  expect(findRefusedWords(page('One.\nTwo, anew.'))).toEqual(['docs/page.md:2: "anew" (prefer a noun, or rewrite the sentence)'])
})

test.each(['fix: retry a lagging read replica after 1 s', 'feat(messages)!: drop a channel'])('accepts the commit subject: %s', subject => {
  expect(findBadSubjects([subject])).toEqual([])
})

test.each(['Ask a copy that is late again after a second', 'fix:no space', 'said: something', `fix: ${'x'.repeat(68)}`])(
  'refuses the commit subject: %s',
  subject => {
    expect(findBadSubjects([subject])).toHaveLength(1)
  },
)
