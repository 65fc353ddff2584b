import { expect, test } from 'vitest'
import { PersonName } from './shapes.ts'

test.each(['Jo', 'Zoë O’Brien', 'שרה כהן', 'محمد', '李小龍', 'علی‌رضا', "<b>Robert'); DROP TABLE", '=1+1', '🙂'])('%j is a name', name => {
  expect(PersonName.safeParse(name).success).toBe(true)
})

test.each([
  ['nothing', ''],
  ['blanks', ' \u00a0\u3000'],
  ['blanks of no width', '\u200b\u200d\ufeff'],
  ['a letter that is empty', '\u3164\u2800'],
  ['marks on nothing', '\u0301\u0302'],
  ['an end of the text', 'Jo\u0000'],
  ['an end of the line', 'Jo\r\nAdmin'],
  ['half a sign', 'Jo\ud83d'],
  ['what turns the text after it', 'Jo\u202egnp.exe'],
  ['what isolates the text after it', 'Jo\u2067'],
  ['more than anybody has', 'x'.repeat(121)],
])('%s is no name', (_what, name) => {
  expect(PersonName.safeParse(name).success).toBe(false)
})
