import { expect, test } from 'vitest'
import type { Appointment } from '#contract/appointments.ts'
import { mergeProfiles } from './profile-appointments.ts'

type Profile = Parameters<typeof mergeProfiles>[0]

const appointment = (day: number, status = 'booked') =>
  ({
    id: String(day),
    status,
    starts_at: `2099-01-${10 + day}T09:00:00Z`,
    ends_at: `2099-01-${10 + day}T09:30:00Z`,
  }) as unknown as Appointment
const profile = (data: Appointment[], upcoming: Appointment[]) =>
  ({ appointments: { data, meta: { page: 1, per_page: 2, total: 4, last_page: 2 } }, upcoming }) as unknown as Profile

test('leads with the next appointment where it is on no loaded page', () => {
  const [one, two, three, four] = [appointment(1), appointment(2), appointment(3), appointment(4, 'cancelled')]
  const first = profile([four, three], [one, two, three])
  const { upcoming, past } = mergeProfiles(first, first, new Set())
  expect([upcoming, past]).toEqual([[one, two, three], [four]])
})
