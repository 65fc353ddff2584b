import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetInTab, keepInTabOnly, recallInTab, rememberInTab } from './tab-storage.ts'

const kept: Record<string, string> = {}
const storage = Object.create({
  getItem: (key: string) => kept[key] ?? null,
  setItem: (key: string, value: string) => void (kept[key] = storage[key] = value),
  removeItem: (key: string) => {
    delete kept[key]
    delete storage[key]
  },
}) as Record<string, string>

afterAll(() => void vi.unstubAllGlobals())

describe.each([
  ['sessionStorage', () => vi.stubGlobal('sessionStorage', storage)],
  ['memory, where the browser forbids storage', () => vi.unstubAllGlobals()],
])('what was typed, in %s', (_, prepare) => {
  beforeEach(() => {
    prepare()
    keepInTabOnly('no one')
  })

  test('is there for the person who typed it', () => {
    rememberInTab('draft', 'amara', { questions: ['About work'] })
    expect(recallInTab('draft', 'amara')).toEqual({ questions: ['About work'] })
    forgetInTab('draft')
    expect(recallInTab('draft', 'amara')).toBeUndefined()
  })

  test('cannot be read by another person or a visitor', () => {
    rememberInTab('draft', 'amara', { questions: ['About work'] })
    expect(recallInTab('draft', 'bela')).toBeUndefined()
    expect(recallInTab('draft', null)).toBeUndefined()
  })

  test('does not stay when the login ends', () => {
    rememberInTab('draft', 'amara', { questions: ['About work'] })
    rememberInTab('joining', null, { phone: '+447700900123' })
    keepInTabOnly(null)
    expect(recallInTab('draft', 'amara')).toBeUndefined()
    expect(recallInTab('joining', null)).toEqual({ phone: '+447700900123' })
    expect(Object.keys(kept).some(key => kept[key]?.includes('About work'))).toBe(false)
  })
})
