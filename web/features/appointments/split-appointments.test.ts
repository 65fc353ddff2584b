import type { Appointment } from '#contract/appointments.ts'
import { describe, expect, it } from 'vitest'
import { splitAppointments } from './split-appointments.ts'

const now = Date.parse('2026-11-24T12:00:00Z')
const appointment = (id: string, starts_at: string, status: Appointment['status'] = 'booked') =>
  ({ id, starts_at, ends_at: new Date(Date.parse(starts_at) + 45 * 60_000).toISOString(), status }) as Appointment
const ids = (list: Appointment[]) => list.map(({ id }) => id)

describe('splitAppointments', () => {
  it('puts what is ahead first, soonest first, and the rest newest first', () => {
    const { upcoming, past } = splitAppointments(
      [
        appointment('late', '2026-12-01T09:00:00Z'),
        appointment('soon', '2026-11-25T09:00:00Z', 'pending'),
        appointment('long ago', '2026-10-01T09:00:00Z', 'fulfilled'),
        appointment('lately', '2026-11-20T09:00:00Z', 'noshow'),
      ],
      now,
    )
    expect(ids(upcoming)).toEqual(['soon', 'late'])
    expect(ids(past)).toEqual(['lately', 'long ago'])
  })

  it('keeps the one that is going on until its end', () => {
    expect(ids(splitAppointments([appointment('now', '2026-11-24T11:30:00Z', 'arrived')], now).upcoming)).toEqual(['now'])
    expect(ids(splitAppointments([appointment('over', '2026-11-24T11:15:00Z', 'arrived')], now).past)).toEqual(['over'])
  })

  it('counts a cancelled one as past, unless it was cancelled on this page', () => {
    const cancelled = appointment('gone', '2026-11-25T09:00:00Z', 'cancelled')
    expect(ids(splitAppointments([cancelled], now).past)).toEqual(['gone'])
    expect(ids(splitAppointments([cancelled], now, new Set(['gone'])).upcoming)).toEqual(['gone'])
  })

  it('shows one that two pages of the list brought once', () => {
    const twice = appointment('twice', '2026-11-25T09:00:00Z')
    expect(ids(splitAppointments([twice, twice], now).upcoming)).toEqual(['twice'])
  })
})
