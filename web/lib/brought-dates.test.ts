import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { factsOf } from '../language-copies.ts'

/** The modules in a browser that has no Welsh. */
async function openInWelsh() {
  vi.resetModules()
  const dateWords = factsOf('cy').at(-1)
  vi.doMock('./messages.ts', async original => ({ ...(await original<typeof import('./messages.ts')>()), region: 'en-GB', dateWords }))
  const [time, words, values, relative] = await Promise.all([
    import('./time.ts'),
    import('./calendar-words.ts'),
    import('./format-values.ts'),
    import('./relative-time.ts'),
  ])
  return { ...time, ...words, ...values, ...relative }
}

beforeAll(() => void vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z') }))
afterAll(() => {
  vi.useRealTimers()
  vi.doUnmock('./messages.ts')
  vi.resetModules()
})

test('brings the dates that a browser does not have, as a browser that has them writes them', async () => {
  const page = await openInWelsh()
  for (const month of Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))) {
    const date = `2026-${month}-2${Number(month) % 10}`
    for (const options of [
      { weekday: 'long', day: 'numeric', month: 'long' },
      { weekday: 'short', day: 'numeric', month: 'short' },
      { month: 'long', year: 'numeric' },
      { weekday: 'narrow' },
    ] as const) {
      const native = new Intl.DateTimeFormat('cy-GB', { ...options, timeZone: 'Europe/London' })
      expect(page.formatOf(options, 'Europe/London').format(new Date(`${date}T23:30:00Z`))).toBe(
        native.format(new Date(`${date}T23:30:00Z`)),
      )
    }
  }
  expect(page.formatDate('2026-11-24')).toBe('Dydd Mawrth, 24 Tachwedd')
  expect(page.formatMonth('2027-02-01')).toBe('Chwefror 2027')
  expect(page.formatTime('2026-11-24T15:30:00Z', 'Europe/London')).toBe('15:30')
})

test('leaves out words that it cannot bring', async () => {
  const page = await openInWelsh()
  expect(page.formatList(['Anna', 'Ben', 'Carla'])).toBe('Anna, Ben, Carla')
  expect(page.formatRelative('2026-11-20T15:00:00Z', '2026-11-20T12:00:00Z')).toBeNull()
})
