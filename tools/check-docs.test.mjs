import { expect, test } from 'vitest'
import { evidenceOf, findEmptyFilter, findMissing, findWrongSummary } from './check-docs.mjs'

const tests = ['server/features/users/users.test.ts']

test('reads test filters only from columns of evidence', () => {
  const table = (/** @type {string} */ heading) =>
    `| promise | ${heading} |\n|---|---|\n| \`not-this\` | \`users\`, \`npm run drill -- race\` |\n\nAn \`unrelated\` word.`
  expect(evidenceOf(table('shown by'))).toEqual(['users'])
  expect(evidenceOf(table('state, evidence'))).toEqual(['users'])
  expect(evidenceOf(table('meaning'))).toEqual([])
})

test('refuses a filter that matches no test', () => {
  expect(findEmptyFilter('features/users', tests)).toEqual([])
  expect(findEmptyFilter('features/usres', tests)).toEqual(['a test that matches features/usres'])
})

test('refuses commands that run nothing', () => {
  const missing = (/** @type {string} */ command) => findMissing(command, ['drill', 'check'], tests)
  expect(missing('npx vitest run users')).toEqual([])
  expect(missing('npx vitest run usres')).toEqual(['a test that matches usres'])
  expect(missing('npm run drill -- race')).toEqual([])
  expect(missing('npm run drill -- rcae')).toEqual(['the drill rcae'])
  expect(missing('npm run chekc')).toEqual(['the script chekc'])
  expect(missing('npx playwright test open-every-route')).toEqual([])
  expect(missing('npx playwright test open-no-route')).toEqual(['open-no-route'])
})

test('refuses a summary that differs from its rows', () => {
  const rows = '| 1.1.1, 1.1.2 | a | `one` |\n| 1.1.3 | b | partly: c |\n| 10.1.1 to 10.7.3 (29) | d | not applicable |\n'
  expect(findWrongSummary(`**2 met, 1 partly, 0 not met, 29 not applicable.**\n\n${rows}`)).toEqual([])
  expect(findWrongSummary(`**3 met, 0 partly, 0 not met, 29 not applicable.**\n\n${rows}`)).toHaveLength(1)
})
