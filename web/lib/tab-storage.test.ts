import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { removeTabItem, clearOtherOwners, getTabItem, setTabItem } from './tab-storage.ts'

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
])('items in %s', (_, prepare) => {
  beforeEach(() => {
    prepare()
    clearOtherOwners('unknown')
  })

  test('are readable by their owner', () => {
    setTabItem('draft', 'amara', { questions: ['About work'] })
    expect(getTabItem('draft', 'amara')).toEqual({ questions: ['About work'] })
    removeTabItem('draft')
    expect(getTabItem('draft', 'amara')).toBeUndefined()
  })

  test('cannot be read by other users or visitors', () => {
    setTabItem('draft', 'amara', { questions: ['About work'] })
    expect(getTabItem('draft', 'bela')).toBeUndefined()
    expect(getTabItem('draft', null)).toBeUndefined()
  })

  test('are removed when the login ends', () => {
    setTabItem('draft', 'amara', { questions: ['About work'] })
    setTabItem('joining', null, { phone: '+447700900123' })
    clearOtherOwners(null)
    expect(getTabItem('draft', 'amara')).toBeUndefined()
    expect(getTabItem('joining', null)).toEqual({ phone: '+447700900123' })
    expect(Object.keys(kept).some(key => kept[key]?.includes('About work'))).toBe(false)
  })
})
