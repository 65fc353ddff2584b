import { expect, test } from 'vitest'
import { toggleRange } from './row-range.ts'

const order = ['a', 'b', 'c', 'd']

test('selects and deselects one row', () => {
  expect([...toggleRange(new Set(), order, 'b')]).toEqual(['b'])
  expect([...toggleRange(new Set(['a', 'b']), order, 'b')]).toEqual(['a'])
})

test('selects the rows between the anchor and the row, in both directions', () => {
  expect([...toggleRange(new Set(['a']), order, 'c', 'a')]).toEqual(['a', 'b', 'c'])
  expect([...toggleRange(new Set(['d']), order, 'b', 'd')]).toEqual(['d', 'b', 'c'])
})

test('deselects the rows between the anchor and a selected row', () => {
  expect([...toggleRange(new Set(order), order, 'c', 'b')]).toEqual(['a', 'd'])
})

test('selects one row when the anchor is no longer in the table', () => {
  expect([...toggleRange(new Set(['gone']), order, 'b', 'gone')]).toEqual(['gone', 'b'])
})
