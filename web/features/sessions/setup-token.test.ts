import { expect, test } from 'vitest'
import { setupToken } from './setup-token.ts'

test('the token is the fragment, with or without its name', () => {
  expect(setupToken('#token=abc123')).toBe('abc123')
  expect(setupToken('#abc123')).toBe('abc123')
  expect(setupToken('')).toBeNull()
  expect(setupToken('#token=')).toBeNull()
})
