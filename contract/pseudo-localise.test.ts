import { expect, test } from 'vitest'
import { lengthen, mirror, pseudoLocalise } from './pseudo-localise.ts'

test('leaves no unaccented letter and makes texts about 40 % longer', () => {
  const text = 'Please choose a time. You can move or cancel your appointment later.'
  expect(lengthen(text)).not.toMatch(/[a-z]/i)
  expect(lengthen(text).length / text.length).toBeGreaterThan(1.3)
})

test('changes texts inside plurals, and no name, kind or offset', () => {
  const message = ['Free: ', ['count', 'plural', { offset: 1, one: ['#', ' of ', ['all']], other: ['#'] }], ' ', ['at', 'date', 'short']]
  expect(pseudoLocalise(message, text => text.toUpperCase())).toEqual([
    'FREE: ',
    ['count', 'plural', { offset: 1, one: ['#', ' OF ', ['all']], other: ['#'] }],
    ' ',
    ['at', 'date', 'short'],
  ])
})

test('mirrors each word that has letters', () => {
  expect(mirror('1 – on')).toBe('1 – \u200f\u202eóóñ\u202c')
})
