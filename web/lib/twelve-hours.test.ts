import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

/** The modules as they are in a page of the locale. */
async function openIn(region: string) {
  vi.resetModules()
  vi.doMock('./messages.ts', async original => ({ ...(await original<typeof import('./messages.ts')>()), region }))
  return { ...(await import('./time.ts')), ...(await import('./typed-date.ts')) }
}

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') }))
afterAll(() => {
  vi.useRealTimers()
  vi.doUnmock('./messages.ts')
  vi.resetModules()
})

describe('a language with 12 hours', () => {
  test('writes and reads times in US English', async () => {
    const page = await openIn('en-US')
    expect(page.formatTime('2026-11-24T15:05:00Z', 'Europe/London')).toBe('3:05 PM')
    expect(page.formatTime('2026-11-24T00:05:00Z', 'Europe/London')).toBe('12:05 AM')
    expect(page.formatTimes('2026-11-24T15:30:00Z', '2026-11-24T16:15:00Z', 'Europe/London')).toBe('3:30–4:15 PM')
    expect(page.formatTimes('2026-11-24T11:30:00Z', '2026-11-24T12:15:00Z', 'Europe/London')).toBe('11:30 AM–12:15 PM')
    expect(page.formatRange('2026-11-24T15:30:00Z', '2026-11-24T16:15:00Z', 'Europe/London')).toBe('Tuesday, November 24, 3:30–4:15 PM')
    expect(page.formatTypedTime('14:30')).toBe('2:30 PM')
    for (const typed of ['2:30 PM', '2.30pm', '230 p.m.', '2:30 p', '14:30']) expect(page.parseTypedTime(typed)).toBe('14:30')
    expect(page.parseTypedTime('2:30')).toBe('02:30')
    expect(page.parseTypedTime('2:30 xm')).toBeNull()
  })

  test('writes and reads times in Arabic, in both kinds of digits', async () => {
    const latin = await openIn('ar-u-nu-latn')
    expect(latin.formatTypedTime('14:30')).toBe('2:30 م')
    expect(latin.parseTypedTime('2:30 م')).toBe('14:30')
    const arabic = await openIn('ar-EG-u-nu-arab')
    expect(arabic.formatTypedTime('09:30')).toBe('٩:٣٠ ص')
    expect(arabic.parseTypedTime('٩:٣٠ ص')).toBe('09:30')
    expect(arabic.localTimeAt('2026-11-24T15:05:00Z', 'Europe/London')).toBe('15:05')
  })
})

test.each(['en-GB', 'de-DE', 'fr-FR', 'es-ES', 'cy-GB', 'pl-PL', 'tr-TR', 'uk-UA'])('%s keeps 24 hours', async region => {
  const page = await openIn(region)
  expect(page.formatTime('2026-11-24T09:05:00Z', 'Europe/London')).toBe('09:05')
  expect(page.formatTime('2026-11-24T00:00:00Z', 'Europe/London')).toBe('00:00')
  expect(page.formatTypedTime('14:30')).toBe('14:30')
})
