import { expect, expectTypeOf, it } from 'vitest'
import type { SearchOf } from '#contract/pages.ts'
import { homeOf, paths } from './paths.ts'

it('builds an address of the parameters, in the order of the path, and the query', () => {
  expect(paths.booking()).toBe('/')
  expect(paths.appointmentEdit('s', 'a')).toBe('/admin/schedules/s/appointments/a')
  expect(paths.contract('c', { view: 'compare', version: '3' })).toBe('/admin/legally-binding-contract/c?view=compare&version=3')
})

it('leaves out empty query parameters', () => {
  expect(paths.feedbacks({ type: undefined, word: '', look: 'true' })).toBe('/admin/feedbacks?look=true')
})

it('encodes parameters and query', () => {
  expect(paths.user('a/../b?c')).toBe('/admin/users/a%2F..%2Fb%3Fc')
  expect(paths.login({ back: '/feedback?type=mentor' })).toBe('/login?back=%2Ffeedback%3Ftype%3Dmentor')
})

it('types the parameters and the query by page', () => {
  expectTypeOf(paths.user).parameters.toEqualTypeOf<[string, SearchOf<'user'>?]>()
  expectTypeOf<SearchOf<'userMerge'>>().toEqualTypeOf<{ readonly other?: string | undefined }>()
})

it('leads each role to its own area', () => {
  expect(homeOf({ isAdmin: true, isMentor: true })).toBe('/admin')
  expect(homeOf({ isAdmin: false, isMentor: true })).toBe('/mentor')
  expect(homeOf({ isAdmin: false, isMentor: false })).toBe('/my')
})
