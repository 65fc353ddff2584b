import { expect, test } from 'vitest'
import { isolatePlaces, isolateRightToLeft } from './bidi.ts'
import { mirror, pseudoLocalise } from './pseudo-localise.ts'

test('isolates a value of the other direction, and no other', () => {
  expect(isolateRightToLeft('أحمد')).toBe('\u2068أحمد\u2069')
  expect(isolateRightToLeft('Anna 3')).toBe('Anna 3')
})

test('isolates the places of a message, also in plurals, and not what is counted', () => {
  expect(isolatePlaces(['موعد ', ['name'], ' ', ['count', 'plural', { one: 'مقعد', other: ['#', ' من ', ['all']] }]])).toEqual([
    'موعد ',
    '\u2068',
    ['name'],
    '\u2069',
    ' ',
    ['count', 'plural', { one: 'مقعد', other: ['#', ' من ', '\u2068', ['all'], '\u2069'] }],
  ])
})

test('marks the direction of a message that begins with a foreign word or has no letter', () => {
  expect(isolatePlaces('SMS أو بريد')).toBe('\u200fSMS أو بريد')
  expect(isolatePlaces([['start'], '–', ['end']])).toEqual(['\u200f', '\u2068', ['start'], '\u2069', '–', '\u2068', ['end'], '\u2069'])
})

test.each(['Outlook', '·', ['appointment-', ['reference'], '.ics']].map(message => [message]))('leaves %j as it is', message => {
  expect(isolatePlaces(message)).toEqual(message)
})

test('takes the right-to-left pseudo-language for one', () => {
  expect(isolatePlaces(pseudoLocalise(['Hello ', ['name']], mirror))).toEqual([mirror('Hello '), '\u2068', ['name'], '\u2069'])
})
