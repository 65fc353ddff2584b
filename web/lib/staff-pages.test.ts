import { abilityNames } from '#contract/abilities.ts'
import { pages, type PageName } from '#contract/pages.ts'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openStaffPages, staffPageAt } from './staff-pages.ts'

let abilities: readonly string[] = []
vi.mock('./session.ts', () => ({ can: (name: string) => abilities.includes('*') || abilities.includes(name) }))
// Other files load the modules again, without what is mocked here.
afterAll(() => void vi.resetModules())
beforeEach(() => {
  abilities = ['*']
})

/** It needs a session, a mentor's day or an absence, which its address names. */
const needsRecord: readonly PageName[] = ['reassign']

test('no staff page is only on the dashboard or behind search', () => {
  const names = (Object.keys(pages) as PageName[]).filter(name => {
    const { path } = pages[name]
    return /^\/admin(\/|$)/.test(path) && (!path.includes('$') || name === 'dashboardList') && !needsRecord.includes(name)
  })
  const listed = new Set(openStaffPages().map(({ page }) => page))
  expect(names.filter(name => !listed.has(name))).toEqual([])
})

test('lists no page that one of its required abilities does not open', () => {
  for (const { page } of openStaffPages()) {
    const { abilities: needed = [] } = pages[page] as { abilities?: readonly string[] }
    for (const missing of needed) {
      abilities = abilityNames.filter(name => name !== missing)
      expect(openStaffPages().map(open => open.page)).not.toContain(page)
    }
  }
})

test('without abilities there are only the dashboard and the contracts', () => {
  abilities = []
  expect(openStaffPages().map(({ page }) => page)).toEqual(['admin', 'contracts'])
})

describe('the page of an address', () => {
  test.each([
    ['/admin', undefined, '/admin'],
    ['/admin/schedules', undefined, '/admin/schedules'],
    ['/admin/planner', 'day', '/admin/planner'],
    ['/admin/schedules/1/appointments', undefined, '/admin/schedules'],
    ['/admin/schedule/1/edit', undefined, '/admin/schedules'],
    ['/admin/schedule-create', undefined, '/admin/schedules'],
    ['/admin/users/create', undefined, '/admin/users'],
    ['/admin/book', undefined, '/admin/book'],
    ['/admin/appointments/1/create', undefined, '/admin/book'],
    ['/admin/today', undefined, '/admin/today'],
    ['/admin/lists/today', undefined, '/admin/today'],
    ['/admin/lists/pending', undefined, '/admin/lists/pending'],
    ['/admin/messages', 'sent', '/admin/messages?view=sent'],
    ['/admin/messages', 'other', '/admin/messages'],
    ['/admin/acceptances/1', undefined, '/admin/legally-binding-contract'],
  ])('%s with view %s is %s', (path, view, to) => expect(staffPageAt(path, view)?.to).toBe(to))

  test('an unknown address has none', () => expect(staffPageAt('/admin/nothing', undefined)).toBeUndefined())
})
