import { expect, test } from 'vitest'
import { mergeEdits } from './after-stale.ts'

const base = { name: 'Desk', price: '10', roles: ['desk', 'admin'] }

test('keeps what the user changed, and takes what others changed elsewhere', () => {
  const newest = { name: 'Front desk', price: '20', roles: ['desk', 'admin'] }
  expect(mergeEdits(base, { ...base, name: 'Reception' }, newest)).toEqual({ ...newest, name: 'Reception' })
})

test('brings nothing back that another person removed from a list', () => {
  const typed = { ...base, roles: ['desk', 'admin', 'mentor'] }
  expect(mergeEdits(base, typed, { ...base, roles: ['desk'] }).roles).toEqual(['desk', 'mentor'])
})

test('keeps what another person added to a list, and removes what the user removed', () => {
  const typed = { ...base, roles: ['desk'] }
  expect(mergeEdits(base, typed, { ...base, roles: ['desk', 'admin', 'mentor'] }).roles).toEqual(['desk', 'mentor'])
})

test('keeps the user’s order of a list that no other person changed', () => {
  expect(mergeEdits(base, { ...base, roles: ['admin', 'desk'] }, { ...base, price: '20' })).toEqual({
    ...base,
    price: '20',
    roles: ['admin', 'desk'],
  })
})
