import { po } from 'gettext-parser'
import { expect, test } from 'vitest'
import {
  addLanguage,
  describeLanguage,
  partOfTerms,
  readLanguagePo,
  terminologyOf,
  writeCatalogue,
  writeLanguagePo,
} from './language-po.mjs'

const polish = { code: 'pl', locale: 'pl-PL', covers: 'clients' }
const originals = { 'app.free': 'Free', 'app.seats': '{count, plural, one {# seat} other {# seats}} at {place}' }
const part = { name: 'pages', originals, translated: {}, drafts: {} }

/** The file after an edit, by context.
 * @param {Record<string, string>} texts
 * @param {{ fuzzy?: boolean }} [options] */
function edit(texts, { fuzzy = false } = {}) {
  const file = po.parse(writeLanguagePo([part], polish))
  for (const [context, text] of Object.entries(texts))
    for (const entry of Object.values(file.translations[context] ?? {})) {
      entry.msgstr = [text]
      if (fuzzy) entry.comments = { flag: 'fuzzy' }
    }
  return po.compile(file)
}

const seats = '{place}: {count, plural, one {# miejsce} few {# miejsca} many {# miejsc} other {# miejsca}}'

test('takes what was translated, and names the forms that the language counts with', () => {
  const file = edit({ 'pages/app.free': 'Wolne', 'pages/app.seats': seats })
  expect(String(file)).toContain('with these forms: few, many, one, other')
  const { parts, problems } = readLanguagePo(file, [part], polish)
  expect([parts[0]?.translated, problems]).toEqual([{ 'app.free': 'Wolne', 'app.seats': seats }, []])
  expect(writeCatalogue(originals, { 'app.free': 'Wolne' })).toBe('{\n  "app.free": "Wolne"\n}\n')
})

test.each([
  ['other values', '{count, plural, one {# miejsce} few {# miejsca} many {# miejsc} other {# miejsca}}', 'app.seats lacks place'],
  ['missing plurals', '{place}: {count, plural, one {# miejsce} other {# miejsca}}', 'app.seats count plural lacks many'],
  ['a lost brace', '{place}: {count, plural, one {# miejsce}', 'app.seats has braces that do not match'],
])('keeps a text with %s as a draft, and says why', (_, text, reason) => {
  const { parts, problems } = readLanguagePo(edit({ 'pages/app.seats': text }), [part], polish)
  expect(parts).toMatchObject([{ translated: {}, drafts: { 'app.seats': text } }])
  expect(problems[0]).toContain(reason)
  // The next file has it, marked.
  const next = po.parse(writeLanguagePo(parts, polish)).translations['pages/app.seats']?.[originals['app.seats']]
  expect(next).toMatchObject({ msgstr: [text], comments: { flag: 'fuzzy' } })
})

test('keeps unfinished texts, and those of an original that has changed, as drafts', () => {
  const unfinished = readLanguagePo(edit({ 'pages/app.free': 'Wol' }, { fuzzy: true }), [part], polish)
  expect(unfinished).toMatchObject({ problems: [], parts: [{ translated: {}, drafts: { 'app.free': 'Wol' } }] })
  const changed = { ...part, originals: { 'app.free': 'Free of charge' } }
  const { parts, problems } = readLanguagePo(edit({ 'pages/app.free': 'Wolne' }), [changed], polish)
  expect(parts).toMatchObject([{ translated: {}, drafts: { 'app.free': 'Wolne' } }])
  expect(problems).toEqual(['app.free was translated from “Free”, which has changed'])
})

test('has the terms first, and takes them back', () => {
  const terms = partOfTerms({ address: 'ty', terms: { appointment: 'wizyta' } }, undefined)
  expect(terms).toMatchObject({ originals: { 'Form of address': 'Form of address', appointment: 'appointment' }, translated: {} })
  expect(terminologyOf({ 'Form of address': 'tu', appointment: 'appuntamento' })).toEqual({
    address: 'tu',
    terms: { appointment: 'appuntamento' },
  })
})

test('adds a language in its place among those for clients', () => {
  const line = (/** @type {string} */ code, covers = 'clients') =>
    `  ${code}: { locale: '${code}-X', direction: 'ltr', name: '${code}', covers: '${covers}' },`
  const source = [line('de', 'all'), line('cy'), line('pl'), line("'en-XA'", 'pseudo')].join('\n')
  const italian = "  it: { locale: 'it-IT', direction: 'ltr', name: 'Italiano', covers: 'clients' },"
  expect(addLanguage(source, 'it').split('\n')[2]).toBe(italian)
  expect(addLanguage(source, 'pt-BR').split('\n')[3]).toMatch(/^ {2}'pt-BR': \{ locale: 'pt-BR', .* 'Português \(Brasil\)'/)
})

test('knows a language by its code', () => {
  expect(describeLanguage('fa')).toEqual({ locale: 'fa-IR', direction: 'rtl', name: 'فارسی' })
  expect(() => describeLanguage('xx')).toThrow('no language has the code xx')
})
