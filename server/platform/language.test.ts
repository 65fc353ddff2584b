import { expect, test } from 'vitest'
import type { Language } from '#contract/languages.ts'
import { keepOrganisationLanguage, languageOf, offeredLanguages, readLanguage } from './language.ts'

const offered: Language[] = ['en', 'ar-XB']

test.each([
  ['en-GB,en;q=0.9', 'en'],
  ['EN-gb', 'en'],
  ['ar-XB', 'ar-XB'],
  ['fr-FR,fr;q=0.9,ar-XB;q=0.8,en;q=0.7', 'ar-XB'],
  ['ar-XB;q=0.1, en;q=0.2', 'en'],
  ['en;q=0, ar-XB', 'ar-XB'],
  ['*', 'en'],
  ['fr', undefined],
  ['', undefined],
  [';;q=,,\u0000', undefined],
  [`${'it,'.repeat(100)}ar-XB`, undefined],
])('Accept-Language %j asks for %s', (header, language) => {
  expect(readLanguage({ 'accept-language': header }, offered)).toBe(language)
})

test.each([
  ['language=ar-XB', 'ar-XB'],
  ['a=b; language=ar-XB; c=d', 'ar-XB'],
  ['language=xx', 'en'],
  ['other-language=ar-XB', 'en'],
  ['language=__proto__', 'en'],
])('the choice in the cookie %j comes first if it is offered', (cookie, language) => {
  expect(readLanguage({ cookie, 'accept-language': 'en' }, offered)).toBe(language)
})

test('a locale with a region has the language’s texts', () => {
  expect([languageOf('en'), languageOf('en-GB'), languageOf('xx')]).toEqual(['en', 'en', undefined])
})

test('production offers no pseudo-language', () => {
  expect(offeredLanguages({ mode: 'production' }).filter(language => /-X[AB]$/.test(language))).toEqual([])
  expect(offeredLanguages({ mode: 'demo' })).toContain('ar-XB')
})

test('keeps the organisation’s language of before while it cannot be read', async () => {
  const locales: (() => Promise<string>)[] = [async () => 'ar-XB', async () => Promise.reject(new Error('away'))]
  const read = keepOrganisationLanguage(() => (locales.shift() ?? (async () => 'xx'))(), offered)
  const at = async (ms: number) => {
    read(ms)
    await new Promise(setImmediate)
    return read(ms)
  }
  expect([read(0), await at(0), await at(2000), await at(4000)]).toEqual(['en', 'ar-XB', 'ar-XB', 'en'])
})
