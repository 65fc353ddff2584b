import { expect, test } from 'vitest'
import { logicalKey } from './logical-key.ts'

test('turns the horizontal arrows round in languages read from right to left', () => {
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home']
  expect(keys.map(key => logicalKey(key, 'rtl'))).toEqual(['ArrowRight', 'ArrowLeft', 'ArrowUp', 'Home'])
  expect(keys.map(key => logicalKey(key, 'ltr'))).toEqual(keys)
})
