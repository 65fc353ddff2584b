import { expect, it } from 'vitest'
import { areaOf, pageOf, pages, type PageName } from './pages.ts'

const names = Object.keys(pages) as PageName[]
const parametersOf = (path: string) => path.match(/\$\w+/g) ?? []

it('has each path once', () => {
  const paths = names.map(name => pages[name].path.replaceAll(/\$\w+/g, '$'))
  expect(paths.length).toBe(new Set(paths).size)
})

it('redirects to a page with the same parameters, and never twice', () => {
  for (const name of names) {
    const { path, redirect } = pageOf(name)
    if (!redirect) continue
    expect([name, parametersOf(pages[redirect].path)]).toEqual([name, parametersOf(path)])
    expect([name, pageOf(redirect).redirect]).toEqual([name, undefined])
  }
})

it('requires abilities only where administrators enter', () => {
  for (const name of names.filter(name => pageOf(name).abilities)) expect([name, areaOf(pages[name].path)]).toEqual([name, 'admin'])
})

it('finds the area of a path by its first part', () => {
  expect(['/my', '/my/waiting', '/admin', '/admin/users', '/mentor', '/mentor/appointment/7'].map(areaOf)).toEqual([
    'my',
    'my',
    'admin',
    'admin',
    'mentor',
    'mentor',
  ])
  expect(['/', '/mentors', '/my-profile', '/administration'].map(areaOf)).toEqual(['public', 'public', 'public', 'public'])
})

// Written by hand, because the journeys derive their expectations from the table.
it('requires exactly the abilities that were agreed for each page', () => {
  const guarded = names.flatMap(name =>
    (pageOf(name).abilities ?? []).map(ability => [pages[name].path.replaceAll(/\$\w+/g, ':id'), ability]),
  )
  expect(guarded.toSorted()).toEqual(
    [
      ['/admin/invitations', 'User Edit'],
      ['/admin/lists/:id', 'Appointment List'],
      ['/admin/schedules', 'Schedule List'],
      ['/admin/planner', 'Schedule List'],
      ['/admin/schedule-create', 'Schedule Create'],
      ['/admin/schedule/:id/edit', 'Schedule Edit'],
      ['/admin/absences', 'Schedule List'],
      ['/admin/reassign', 'Schedule Edit'],
      ['/admin/reassign', 'Appointment Edit'],
      ['/admin/schedules/:id/appointments', 'Appointment List'],
      ['/admin/question-print/:id', 'Appointment List'],
      ['/admin/schedules/:id/appointments/:id', 'Appointment Edit'],
      ['/admin/appointments/:id/create', 'Appointment Create'],
      ['/admin/book', 'Appointment Create'],
      ['/admin/feedback-question/create', 'Feedback Questions Create'],
      ['/admin/roles', 'Role List'],
      ['/admin/roles/create', 'Role Create'],
      ['/admin/roles/:id/edit', 'Role Edit'],
      ['/admin/support-types', 'Settings Edit'],
      ['/admin/places', 'Settings Edit'],
      ['/admin/settings', 'Settings Edit'],
      ['/admin/sign-in', 'RoleAssign Edit'],
      ['/admin/sign-in', 'Settings Edit'],
      ['/admin/webhooks', 'Webhook Edit'],
      ['/admin/audit', 'Audit View'],
      ['/admin/today', 'Appointment List'],
      ['/admin/waiting-list', 'Appointment List'],
      ['/admin/weekly-hours', 'Schedule List'],
    ].toSorted(),
  )
})

it('sends logged-in users away from the join page only', () => {
  expect(names.filter(name => pageOf(name).visitorsOnly)).toEqual(['join'])
})
