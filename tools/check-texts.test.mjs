import { expect, test } from 'vitest'
import { findMessages, findTexts } from './check-texts.mjs'

/** @param {string} code */
const textsIn = code => findTexts('a.tsx', code).map(problem => /“(.*)”/.exec(problem)?.[1])

test('names the file and the line', () => {
  expect(findTexts('web/a.tsx', 'const a = 1\nconst B = () => <p>Hello</p>')).toEqual(['web/a.tsx:2: “Hello” is not in a catalogue'])
})

test.each([
  ['content', '<p>Hello</p>', 'Hello'],
  ['content next to a value', '<p>{count} seats</p>', 'seats'],
  ['a literal as content', "<p>{'hello'}</p>", 'hello'],
  ['a condition’s literal', "<p>{late ? t('a.late') : 'in time'}</p>", 'in time'],
  ['a literal after &&', "<p>{late && 'late'}</p>", 'late'],
  ['a joined literal', "<p>{count + ' seats'}</p>", 'seats'],
  ['a template', '<p>{`${count} seats`}</p>', '… seats'],
  ['a name for screen readers', '<nav aria-label="Main" />', 'Main'],
  ['a tooltip', "<a title={'Open'} />", 'Open'],
  ['an example in a field', '<input placeholder="Name" />', 'Name'],
  ['a picture’s text', '<img alt="A room" />', 'A room'],
  ['a component’s label', '<TextField label="Name" />', 'Name'],
  ['a component’s own text', '<Field emptyLabel="None" />', 'None'],
  ['a sentence in a table', "const words = { a: 'Not yet open' }", 'Not yet open'],
  ['quotation marks', 'const quoted = `“${name}”`', '“…”'],
])('finds %s', (_, code, text) => {
  expect(textsIn(code)).toEqual([text])
})

test.each([
  ['a catalogue’s text', "<p title={t('a.b')}>{t('a.c')}</p>"],
  ['signs and numbers', "<p>{a} · {b} – 12 {'+'}</p>"],
  ['attributes that are not read', '<a className="soft small" id="top" href="/my" rel="noopener" />'],
  ['a literal that is compared', "<p>{state === 'open' && t('a.open')}</p>"],
  ['an argument', "<p>{can('Role List') && t('a.roles')}</p>"],
  ['code to copy', "<pre>{`<script src='${address}'></script>`}</pre>"],
  ['an error for developers', "throw new Error('Not a zone: no such name')"],
  ['a module', "import a from './Some thing.css'"],
])('accepts %s', (_, code) => {
  expect(textsIn(code)).toEqual([])
})

test('finds a message of an answer, but not its name in the catalogue', () => {
  const code = "const a = { message: 'Change undone.' }\nconst b = { message: `${count} left` }\nconst c = { message: 'refused.tooMany' }"
  expect(findMessages('a.ts', code)).toEqual(['a.ts:1: “Change undone.” is not in a catalogue', 'a.ts:2: “… left” is not in a catalogue'])
})
