import { expect, it } from 'vitest'
import type { LegalKey } from '#contract/legal.ts'
import { findPageName, makePageFinder } from './page-paths.ts'

it('finds pages, with any parameters and a slash at the end', () => {
  for (const path of ['/', '/about', '/about/', '/401', '/my', '/my/my-profile/7/edit', '/admin/schedules/7/appointments/8', '/mentor'])
    expect([path, findPageName(path) !== undefined]).toEqual([path, true])
})

it('tells a page from one whose parameter would fit', () => {
  expect([findPageName('/admin/users/create'), findPageName('/admin/users/7')]).toEqual(['userCreate', 'user'])
})

it('finds the redirects', () => {
  for (const path of [
    '/terms-and-conditions',
    '/my-profile',
    '/my-profile/7/edit',
    '/appointments/7/create',
    '/appointments/7/feedbacks/8',
  ])
    expect([path, findPageName(path) !== undefined]).toEqual([path, true])
})

it('refuses other cases, missing parameters and longer paths', () => {
  for (const path of [
    '',
    '/About',
    '/my/my-profile//edit',
    '/admin/users/7/erase',
    '/admin/users/7/edit/8',
    '/mentor/appointment',
    '/xadmin',
    '/api/site',
  ])
    expect([path, findPageName(path)]).toEqual([path, undefined])
})

it('takes the page of a legal text for none unless the text is in force, and for one while the database does not answer', async () => {
  let inForce: () => Promise<LegalKey[]> = () => Promise.reject(new Error('away'))
  const find = makePageFinder(() => inForce())
  expect([await find('/privacy'), await find('/about'), await find('/nothing')]).toEqual(['privacy', 'about', undefined])
  inForce = async () => ['imprint']
  expect([await find('/privacy'), await find('/imprint')]).toEqual([undefined, 'imprint'])
  inForce = () => Promise.reject(new Error('away'))
  expect([await find('/privacy'), await find('/imprint')]).toEqual([undefined, 'imprint'])
})
