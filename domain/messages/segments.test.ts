import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countSegments, fitTextMessage } from './segments.ts'

test.each<[string, string, 'GSM-7' | 'UCS-2', number]>([
  ['nothing', '', 'GSM-7', 1],
  ['160 plain', 'a'.repeat(160), 'GSM-7', 1],
  ['161 plain', 'a'.repeat(161), 'GSM-7', 2],
  ['306 plain', 'a'.repeat(306), 'GSM-7', 2],
  ['307 plain', 'a'.repeat(307), 'GSM-7', 3],
  ['80 euros, two places each', '€'.repeat(80), 'GSM-7', 1],
  ['81 euros', '€'.repeat(81), 'GSM-7', 2],
  ['an escape that would be cut in two', `${'a'.repeat(152)}€${'a'.repeat(151)}`, 'GSM-7', 2],
  ['and the one place that this costs', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 'GSM-7', 3],
  ['German, Greek capitals and a line', 'Grüße ΔΦ\nñ', 'GSM-7', 1],
  ['70 of another alphabet', 'Ọ'.repeat(70), 'UCS-2', 1],
  ['71 of another alphabet', 'Ọ'.repeat(71), 'UCS-2', 2],
  ['134 of another alphabet', 'Ọ'.repeat(134), 'UCS-2', 2],
  ['135 of another alphabet', 'Ọ'.repeat(135), 'UCS-2', 3],
  ['35 faces, two places each', '🙂'.repeat(35), 'UCS-2', 1],
  ['a face that would be cut in two', `${'Ọ'.repeat(66)}🙂${'Ọ'.repeat(65)}`, 'UCS-2', 2],
  ['and the one place that this costs too', `${'Ọ'.repeat(66)}🙂${'Ọ'.repeat(66)}`, 'UCS-2', 3],
  ['one sign outside makes all of it UCS-2', `${'a'.repeat(100)}ç`, 'UCS-2', 2],
])('%s', (_name, text, encoding, count) => {
  expect(countSegments(text)).toEqual({ encoding, count })
})

test('typographic signs become plain ones, and nothing else changes', () => {
  expect(fitTextMessage('“Mary’s” room – 9…')).toBe('"Mary\'s" room - 9...')
  expect(fitTextMessage('Ọkọ €9')).toBe('Ọkọ €9')
})

test('a shortened text fits into the maximum, and a text that fits stays whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), text => {
      const made = fitTextMessage(text, 3)
      expect(countSegments(made).count).toBeLessThanOrEqual(3)
      if (made.length < text.length / 2) expect(made.endsWith('...')).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('a text is cut short, as little as needed, where it is longer than the most messages', () => {
  expect(fitTextMessage('a'.repeat(306), 2)).toBe('a'.repeat(306))
  expect(fitTextMessage('a'.repeat(160), 1)).toBe('a'.repeat(160))
  const cut = fitTextMessage('a'.repeat(400), 2)
  expect(cut).toMatch(/^a+\.\.\.$/)
  expect(countSegments(cut).count).toBe(2)
  expect(cut.length).toBeGreaterThan(295)
})
