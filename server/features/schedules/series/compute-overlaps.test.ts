import { describe, expect, it } from 'vitest'
import { Temporal } from '#domain/time/temporal.ts'
import { computeOverlaps } from './compute-overlaps.ts'

const slot = (mentor_id: string, from: string, to: string) => ({
  mentor_id,
  roster: 0,
  seats: 1,
  first_serial: 1,
  starts_at: Temporal.Instant.from(`2026-11-24T${from}Z`),
  ends_at: Temporal.Instant.from(`2026-11-24T${to}Z`),
})
const session = (...slots: ReturnType<typeof slot>[]) => ({
  mentors: [
    { id: 'ana', name: 'Ana' },
    { id: 'ben', name: 'Ben' },
  ],
  time_zone: 'Europe/London',
  slots,
})
const pairs = (...sessions: ReturnType<typeof session>[]) => computeOverlaps(sessions).map(clash => [clash.session, clash.mentor.name])

describe('computeOverlaps', () => {
  it('finds no clash between sessions that touch, or that different mentors hold', () => {
    expect(pairs(session(slot('ana', '09:00', '10:00')), session(slot('ana', '10:00', '11:00')))).toEqual([])
    expect(pairs(session(slot('ana', '09:00', '10:00')), session(slot('ben', '09:00', '10:00')))).toEqual([])
    expect(pairs()).toEqual([])
  })

  it('names the later session once, however many slots overlap', () => {
    const morning = session(slot('ana', '09:00', '10:00'), slot('ana', '10:00', '11:00'))
    expect(pairs(morning, session(slot('ana', '09:30', '10:30'), slot('ana', '10:30', '11:00')))).toEqual([[1, 'Ana']])
    expect(computeOverlaps([session(slot('ana', '09:00', '10:00')), session(slot('ana', '09:30', '10:30'))])).toEqual([
      {
        session: 1,
        mentor: { id: 'ana', name: 'Ana' },
        starts_at: '2026-11-24T09:00:00Z',
        ends_at: '2026-11-24T10:00:00Z',
        time_zone: 'Europe/London',
        schedule_id: null,
        reason: 'itself',
      },
    ])
  })

  it('sees an overlap behind a shorter slot', () => {
    const long = session(slot('ana', '09:00', '12:00'))
    expect(pairs(long, session(slot('ana', '09:30', '10:00')), session(slot('ana', '11:00', '11:30')))).toEqual([
      [1, 'Ana'],
      [2, 'Ana'],
    ])
  })
})
