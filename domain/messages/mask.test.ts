import { expect, it } from 'vitest'
import { maskRecipient } from './mask.ts'

it.each([
  ['jo@example.org', 'j…@example.org'],
  ['"a@b"@example.org', '"…@example.org'],
  ['𝒥o@example.org', '𝒥…@example.org'],
  ['j@example.org', 'j…@example.org'],
  ['+447700900456', '… 456'],
])('%s is shown as %s', (recipient, masked) => {
  expect(maskRecipient(recipient)).toBe(masked)
})
