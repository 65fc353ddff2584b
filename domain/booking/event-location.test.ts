import { expect, it } from 'vitest'
import { formatPlace, locationOf } from './event-location.ts'

const room = { kind: 'in_person' as const, name: 'Room 9', address: 'High Street 1' }
const call = { kind: 'online' as const, name: 'Video call', address: '' }
const page = 'https://book.example.org/appointments/1'

it('is the place with its address, without an empty part', () => {
  expect(formatPlace(room)).toBe('Room 9, High Street 1')
  expect(formatPlace(call)).toBe('Video call')
})

it('is the page with the link for an online place, and the place for any other', () => {
  expect(locationOf(call, page)).toBe(page)
  expect(locationOf(call, null)).toBe('Video call')
  expect(locationOf(room, page)).toBe('Room 9, High Street 1')
})
