import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { charactersOf, readFaces } from './font-faces.ts'

const faces = readFaces(readFileSync(new URL('ui/fonts.css', import.meta.url), 'utf8'))
const charactersOfFiles = (files: readonly string[]): string => {
  expect(faces.map(({ file }) => file)).toEqual(expect.arrayContaining([...files]))
  return faces
    .filter(({ file }) => files.includes(file))
    .map(face => charactersOf(face, faces))
    .join('')
}
const textsOf = (language: string): string =>
  Object.values(JSON.parse(readFileSync(new URL(`messages/${language}.json`, import.meta.url), 'utf8')) as Record<string, string>).join('')

// A further file is 5 to 17 kB of the first page.
test.each([
  ['en', []],
  ['de', []],
  ['fr', []],
  ['es', []],
  ['cy', ['figtree-latin-ext.welsh']],
  ['pl', ['figtree-latin-ext.polish']],
  ['tr', ['figtree-latin-ext.turkish']],
])('the letters of %s are in the fonts that its pages begin with', (language, more) => {
  const characters = charactersOfFiles(['figtree-latin.main', ...more])
  const letters = new Set(textsOf(language).match(/\p{L}/gu))
  expect([...letters].filter(letter => !characters.includes(letter))).toEqual([])
})

test('the letters, marks and figures of Arabic are in the fonts that its pages begin with', () => {
  const characters = charactersOfFiles(['alexandria-arabic.main', 'figtree-plain.500'])
  const signs = new Set(`${textsOf('ar')}٠١٢٣٤٥٦٧٨٩٫`.match(/[\p{L}\p{M}\p{N}]/gu))
  expect([...signs].filter(sign => !characters.includes(sign))).toEqual([])
})

test('a character is in one file of its family', () => {
  for (const family of new Set(faces.map(face => face.family))) {
    const all = faces.filter(face => face.family === family).flatMap(face => Array.from(charactersOf(face, faces)))
    expect([family, all.length]).toEqual([family, new Set(all).size])
  }
})
