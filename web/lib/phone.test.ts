import { expect, it } from 'vitest'
import { sayPhone } from './phone.ts'

it('groups the digits of a number and keeps all of them', () => {
  expect(sayPhone('+447700900001')).toBe('+44 7700 900001')
  expect(sayPhone('+12025550143')).toBe('+1 2025 550143')
  expect(sayPhone('+9779812345678')).toBe('+977 9812 345678')
  expect(sayPhone('+3531234567')).toBe('+353 1234567')
  expect(sayPhone('112')).toBe('112')
})
