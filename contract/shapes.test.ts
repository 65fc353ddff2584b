import { expect, test } from 'vitest'
import { appointmentCalls, BookingAnswers } from './appointments.ts'
import { NewFeedback } from './feedback.ts'
import { Email } from './people.ts'
import { label, multiline, PersonName } from './shapes.ts'

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
  ['longer than 120 characters', 'x'.repeat(121)],
])('%s is no name', (_what, name) => {
  expect(PersonName.safeParse(name).success).toBe(false)
})

test.each([
  ['what searches would not find', 'Sm\u200bi\u00adth\ufeff \u{e0041}Jo', 'Smith Jo'],
  ['marks of direction', '\u200fשרה\u200e', 'שרה'],
  ['a tower of marks, which would cover the lines above', `Jo${'\u0336\u0489'.repeat(50)}e`, `Jo${'\u0336\u0489'.repeat(4)}e`],
])('a name cannot hold %s', (_what, typed, name) => {
  expect(PersonName.parse(typed)).toBe(name)
})

test.each(['علی‌رضا', 'क्‍ष', 'Nguyễn Thị Ngọc Ánh'.normalize('NFD'), 'שָׁ֣לֹום'])('the name %s stays as it is', name => {
  expect(PersonName.parse(name)).toBe(name)
})

test('a free text cannot hold a tower of marks', () => {
  expect(multiline(200).parse(`Hello${'\u0301'.repeat(100)}\nthere`)).toBe(`Hello${'\u0301'.repeat(8)}\nthere`)
})

const reversed = 'I come\u202e late\u2066\u001b[2J\nSee you\u0007 '
const kept = 'I come late[2J\nSee you'

test('what a client writes cannot reverse or hide what staff wrote after it', () => {
  expect(appointmentCalls['POST /api/appointments/{id}/cancel'].body.parse({ reason: reversed })).toEqual({ reason: kept })
  expect(BookingAnswers.questions.parse([reversed])).toEqual([kept])
  expect(BookingAnswers.questions.safeParse(['\u202e']).success).toBe(false)
  const answers = [{ question_id: '019aa000-0000-7000-8000-000000000000', value: reversed }]
  expect(NewFeedback.shape.answers.parse(answers)).toMatchObject([{ value: kept }])
})

test.each(['Career advice', 'ייעוץ', 'متابعة', 'A & B <C>'])('%j is a label', name => {
  expect(label(20).safeParse(name).success).toBe(true)
})

test.each(['', '  ', '\u200b', '\u3164', 'Advice\nfree', 'Advice\u202eeerf', 'Advice\u2066', 'Advice\u0000', 'x'.repeat(21)])(
  '%j is no label',
  name => {
    expect(label(20).safeParse(name).success).toBe(false)
  },
)

test.each(['ana@example.org', 'A.Lopez+visits@mail.example.CO', "o'brien_7@a-b.example"])('%s is an e-mail address', address => {
  expect(Email.safeParse(address).success).toBe(true)
})

test.each([
  'ana@example-.org',
  'ana@-example.org',
  'ana@example',
  'ana..lopez@example.org',
  '.ana@example.org',
  'ana@example..org',
  'ana@example.org\n',
])('refuses %j as an e-mail address', address => {
  expect(Email.safeParse(address).success).toBe(false)
})

test('refuses a very long text that resembles an address quickly', () => {
  const start = performance.now()
  for (const long of ['a'.repeat(200_000), 'a.'.repeat(100_000), `a@${'a'.repeat(200_000)}`, `a@${'a-'.repeat(100_000)}`])
    Email.safeParse(long)
  expect(performance.now() - start).toBeLessThan(1000)
})
