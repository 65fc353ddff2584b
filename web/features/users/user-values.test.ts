import { expect, it } from 'vitest'
import { bodyOf, changesBetween, checkUser, emptyUser } from './user-values.ts'

const ana = { ...emptyUser(), name: ' Ana ', phone: '07700 900001' }

it('sends nothing for what is empty', () => {
  expect(bodyOf(ana)).toMatchObject({ name: 'Ana', phone: '07700 900001', email: null, contact_name: null, note: '' })
})

it('sends a language and a time zone only where others than the organisation’s are chosen', () => {
  expect(bodyOf(ana)).not.toHaveProperty('locale')
  expect(bodyOf(ana)).not.toHaveProperty('time_zone')
  expect(bodyOf({ ...ana, locale: 'de', time_zone: 'Europe/Berlin' })).toMatchObject({ locale: 'de', time_zone: 'Europe/Berlin' })
})

it('sends only what differs', () => {
  expect(changesBetween(ana, { ...ana, name: 'Ana', email: 'ana@example.org' })).toEqual({ email: 'ana@example.org' })
  expect(changesBetween(ana, { ...ana, phone: '' })).toEqual({ phone: null })
})

it('sees a missing name and a half address', () => {
  expect(checkUser(ana)).toEqual({})
  expect(Object.keys(checkUser({ ...ana, name: '  ', email: 'ana@' }))).toEqual(['name', 'email'])
})
