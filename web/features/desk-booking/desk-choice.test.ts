import type { Schedule } from '#contract/schedules.ts'
import { expect, test } from 'vitest'
import { readDeskChoice } from './desk-choice.ts'

const id = (digit: number) => `0193a390-dc00-7109-a2cb-7e58f1e6d33${digit}`
const session = { support_type_id: id(1), starts_at: '2026-11-24T20:00:00Z', time_zone: 'Asia/Kathmandu' } as Schedule

test('reads the client and the filters, and nothing that is no id, weekday or part of a day', () => {
  const { user, staff } = readDeskChoice({ user: id(2), weekday: '4', part: 'afternoon' })
  expect([user, staff]).toEqual([id(2), { weekday: '4', part: 'afternoon' }])
  for (const weekday of ['0', '8', '44', 'Thu', '1 OR 1']) expect(readDeskChoice({ weekday }).staff).toEqual({})
  expect(readDeskChoice({ user: 'Rosa Delgado', part: 'night' })).toMatchObject({ user: undefined, staff: {} })
})

test('begins with the day of the session on its place’s calendar, until something else is chosen', () => {
  expect(readDeskChoice({}, session)).toMatchObject({ supportType: id(1), date: '2026-11-25' })
  expect(readDeskChoice({ date: '2026-12-01' }, session).date).toBe('2026-12-01')
  expect(readDeskChoice({ support_type: id(1) }, session).date).toBeUndefined()
})

test('begins with the first support type where none is chosen', () => {
  expect(readDeskChoice({}, undefined, id(3)).supportType).toBe(id(3))
  expect(readDeskChoice({ support_type: id(2) }, undefined, id(3)).supportType).toBe(id(2))
})
