import { expect, test } from 'vitest'
import type { Appointment } from '#contract/appointments.ts'
import type { Slot } from '#contract/schedules.ts'
import { dayRows, nextClientId } from './day-rows.ts'

const at = (time: string) => `2026-11-20T${time}:00Z`
const appointment = (id: string, time: string, serial: number, status: Appointment['status'] = 'booked') =>
  ({ id, starts_at: at(time), ends_at: at(time.replace(':00', ':30')), serial, status }) as Appointment
const slot = (time: string, serial: number, seats: number, free: number) => ({ starts_at: at(time), serial, seats, free }) as Slot

test('the day goes by time and serial, free seats after the people of their slot', () => {
  const rows = dayRows(
    [appointment('late', '10:00', 4), appointment('second', '09:00', 2), appointment('first', '09:00', 1)],
    [slot('09:00', 1, 3, 1), slot('10:00', 4, 3, 2), slot('11:00', 7, 3, 0)],
  )
  expect(rows.map(row => (row.kind === 'free' ? `${row.slot.free} free` : row.appointment.id))).toEqual([
    'first',
    'second',
    '1 free',
    'late',
    '2 free',
  ])
})

test('next is the first who is expected or waits, on the day itself', () => {
  const day = [
    appointment('done', '09:00', 1, 'fulfilled'),
    appointment('gone', '09:00', 2, 'cancelled'),
    appointment('waits', '10:00', 3, 'arrived'),
    appointment('comes', '11:00', 4),
  ]
  expect(nextClientId(day, Date.parse(at('09:10')))).toBe('waits')
  expect(nextClientId(day, Date.parse(at('10:31')))).toBe('comes')
  expect(nextClientId(day, Date.parse(at('12:00')))).toBe(null)
  expect(nextClientId(day, Date.parse('2026-11-18T09:00:00Z'))).toBe(null)
})
