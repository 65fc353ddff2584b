import { setupI18n, type Messages } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { withShownValues, writeDigits, writeMessageDigits } from './digits.ts'
import { languages } from './languages.ts'
import type { Compiled } from './pseudo-localise.ts'

test.each([
  ['كل 30 ثانية، ومن الآن', 'كل ٣٠ ثانية، ومن الآن'],
  ['مثل 14:30.', 'مثل ١٤:٣٠.'],
  ['4.5 إلى 1', '٤٫٥ إلى ١'],
  ['(410)', '(٤١٠)'],
])('writes the figures of “%s”', (text, expected) => {
  expect(writeDigits(text)).toBe(expected)
})

test.each(['SHA-256', 'K7QM-2XPD', '#0d6658', '+44 7700 900001', 'https://a.example/7', '2xx'])('leaves %s as it is', text => {
  expect(writeDigits(text)).toBe(text)
})

test('writes what is counted and what fills a place, and chooses the plural by the number', () => {
  const message = compileMessage('{name}: {count, plural, =7 {سبعة} few {# مقاعد} other {# مقعدًا}} من {all}، {year}')
  const i18n = setupI18n({
    locale: 'ar-EG',
    locales: languages['ar-EG'].locale,
    messages: { 'ar-EG': { text: writeMessageDigits(message as Compiled) } as Messages },
  })
  const say = (count: number) => i18n._('text', withShownValues({ name: '07700900001', count, all: 12, year: '2026' }))
  expect(say(3)).toBe('07700900001: ٣ مقاعد من ١٢، ٢٠٢٦')
  expect(say(7)).toBe('07700900001: سبعة من ١٢، ٢٠٢٦')
})
