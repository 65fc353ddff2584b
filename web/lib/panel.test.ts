import { expect, test } from 'vitest'
import { panelIn, opensInPanel } from './panel.ts'

const id = '01a158a5-71c0-7050-a9ad-85f3f8bfca5e'

test.each([
  `/admin/users/${id}`,
  `/admin/users/${id}?page=2`,
  `/admin/users/${id}/edit`,
  `/admin/schedules/${id}/appointments/${id}`,
  '/401',
])('%s opens next to a list', href => {
  expect(opensInPanel(href)).toBe(true)
  expect(panelIn({ record: href })).toBe(href)
})

test.each([
  '',
  '/',
  '/admin/users',
  '/admin/users/create',
  '/admin/settings',
  `/admin/users/${id}/merge`,
  `/admin/users/${id}/../../settings`,
  `//evil.example/admin/users/${id}`,
  `https://evil.example/admin/users/${id}`,
  `\\\\evil.example/admin/users/${id}`,
  `/admin/users/${id}\n`,
  `javascript:alert(1)///admin/users/${id}`,
])('%j never opens next to a list', href => {
  expect(opensInPanel(href)).toBe(false)
  expect(panelIn({ record: href })).toBeUndefined()
})
