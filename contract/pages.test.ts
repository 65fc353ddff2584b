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
