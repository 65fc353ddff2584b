import { expect, it } from 'vitest'
import { formatPhone } from './phone.ts'

it('groups the digits of a number and keeps all of them', () => {
  expect(formatPhone('+447700900001')).toBe('+44 7700 900001')
  expect(formatPhone('+12025550143')).toBe('+1 2025 550143')
  expect(formatPhone('+9779812345678')).toBe('+977 9812 345678')
  expect(formatPhone('+3531234567')).toBe('+353 1234567')
  expect(formatPhone('112')).toBe('112')
})
