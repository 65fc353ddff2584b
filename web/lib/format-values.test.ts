import { expect, it } from 'vitest'
import { formatList, formatPlainList, formatTenths } from './format-values.ts'

it('joins lists as the region does, with or without a word before the last', () => {
  expect(formatList(['Anna', 'Ben', 'Carla'])).toBe('Anna, Ben and Carla')
  expect(formatPlainList(['Anna', 'Ben', 'Carla'])).toBe('Anna, Ben, Carla')
  expect(formatPlainList([])).toBe('')
})

it('writes one decimal place', () => {
  expect(formatTenths(4)).toBe('4.0')
  expect(formatTenths(4.56)).toBe('4.6')
})
