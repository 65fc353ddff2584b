import type { Session } from '#contract/profile.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { SessionList } from './session-list.tsx'

const session = (index: number): Session => ({
  id: `s${index}`,
  device: `Browser ${index}`,
  created_at: '2026-11-01T09:00:00Z',
  last_used_at: '2026-11-01T09:00:00Z',
  current: index === 7,
  method: 'password',
})
const count = (total: number) => {
  const markup = renderToStaticMarkup(<SessionList sessions={Array.from({ length: total }, (_, index) => session(index))} />)
  return { rows: markup.split('<li').length - 1, markup }
}

test('lists this device and the last used others, and offers the rest', () => {
  const { rows, markup } = count(300)
  expect(rows).toBe(5)
  expect(markup).toContain('Browser 7 ')
  expect(markup).toContain('Show all 300')
})

test('lists a few devices without a button for more', () => {
  expect(count(4).rows).toBe(4)
  expect(count(4).markup).not.toContain('Show all')
})
