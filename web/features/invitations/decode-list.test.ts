import { expect, test } from 'vitest'
import { decodeList } from './decode-list.ts'

const bytes = (...codes: number[]) => new Uint8Array(codes).buffer

test.each([
  ['Windows-1252', bytes(0x4a, 0xf6, 0x72, 0x67)],
  ['UTF-8', bytes(0x4a, 0xc3, 0xb6, 0x72, 0x67)],
  ['UTF-8 with its mark', bytes(0xef, 0xbb, 0xbf, 0x4a, 0xc3, 0xb6, 0x72, 0x67)],
  ['UTF-16', bytes(0xff, 0xfe, 0x4a, 0, 0xf6, 0, 0x72, 0, 0x67, 0)],
])('loses no letter of a list in %s', (_, list) => {
  expect(decodeList(list)).toBe('Jörg')
})
