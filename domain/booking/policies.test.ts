import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Temporal } from '../time/temporal.ts'
import { type Policies, decideClientActions, decideMentorActions, decideStaffActions } from './policies.ts'
import { type AppointmentStatus, appointmentStatuses, mayChangeStatus } from './status.ts'

const policies: Policies = { changeMinutes: 720 }
const now = Temporal.Instant.from('2025-03-30T06:00:00Z')
const inHours = (hours: number) => now.add({ minutes: hours * 60 })
const statuses = fc.constantFrom(...appointmentStatuses)

describe('a client', () => {
  it('can cancel and move until exactly 12 hours before', () => {
    const at = (starts_at: Temporal.Instant) => decideClientActions({ status: 'booked', starts_at }, now, policies)
    expect(at(inHours(12))).toEqual({ cancel: true, move: true })
    expect(at(inHours(12).subtract({ nanoseconds: 1 }))).toEqual({ cancel: 'too_late', move: 'too_late' })
    expect(at(now.add({ nanoseconds: 1 })).cancel).toBe('too_late')
    expect(at(now).cancel).toBe('already_started')
  })

  it('has 12 elapsed hours also on a day when the clocks change', () => {
    const starts_at = Temporal.ZonedDateTime.from('2025-03-30T10:00[Europe/London]').toInstant()
    const evening = Temporal.ZonedDateTime.from('2025-03-29T21:00[Europe/London]').toInstant()
    expect(decideClientActions({ status: 'booked', starts_at }, evening, policies).cancel).toBe(true)
    expect(decideClientActions({ status: 'booked', starts_at }, evening.add({ seconds: 1 }), policies).cancel).toBe('too_late')
  })

  it('can withdraw what is pending, and nothing that is over', () => {
    const can = (status: AppointmentStatus) => decideClientActions({ status, starts_at: inHours(48) }, now, policies).cancel
    expect(appointmentStatuses.map(can)).toEqual([true, true, 'not_open', 'not_open', 'not_open', 'not_open', 'not_open'])
  })

  it('can until the start where the policy asks for no time', () => {
    expect(decideClientActions({ status: 'booked', starts_at: now.add({ nanoseconds: 1 }) }, now, { changeMinutes: 0 }).move).toBe(true)
  })
})

describe('staff', () => {
  it('cancel and move whatever the hour', () => {
    for (const hours of [-1, 0, 1, 100])
      expect(decideStaffActions({ status: 'booked', starts_at: inHours(hours) }, now)).toMatchObject({ cancel: true, move: true })
  })

  it('see what a booked appointment allows before and after its start', () => {
    const booked = { cancel: true, move: true, edit: true }
    const early = { fulfil: 'not_started', noshow: 'not_started' }
    expect(decideStaffActions({ status: 'booked', starts_at: inHours(3) }, now)).toEqual({
      ...booked,
      ...early,
      arrive: 'check_in_not_open',
    })
    expect(decideStaffActions({ status: 'booked', starts_at: inHours(1) }, now)).toEqual({ ...booked, ...early, arrive: true })
    expect(decideStaffActions({ status: 'arrived', starts_at: inHours(1) }, now)).toMatchObject({
      fulfil: 'not_started',
      arrive: 'bad_transition',
    })
    expect(decideStaffActions({ status: 'booked', starts_at: now }, now)).toEqual({ ...booked, arrive: true, fulfil: true, noshow: true })
  })

  it('do not repeat what undoing would do', () => {
    expect(decideStaffActions({ status: 'pending', starts_at: inHours(1) }, now)).toMatchObject({
      arrive: 'bad_transition',
      noshow: 'bad_transition',
    })
    // Nor does the clock explain what the status forbids.
    expect(decideStaffActions({ status: 'pending', starts_at: inHours(3) }, now)).toMatchObject({
      arrive: 'bad_transition',
      fulfil: 'bad_transition',
    })
    expect(decideStaffActions({ status: 'noshow', starts_at: inHours(-1) }, now)).toMatchObject({
      cancel: 'not_open',
      edit: true,
    })
    expect(decideStaffActions({ status: 'fulfilled', previous: 'arrived', starts_at: now }, now)).toMatchObject({
      arrive: 'bad_transition',
      fulfil: 'bad_transition',
    })
    expect(decideStaffActions({ status: 'entered-in-error', starts_at: now }, now).edit).toBe('entered_in_error')
  })
})

describe('a mentor', () => {
  it('says who came, and leaves the rest to staff', () => {
    expect(decideMentorActions({ status: 'booked', starts_at: now }, now)).toEqual({
      cancel: 'staff_only',
      move: 'staff_only',
      edit: 'staff_only',
      arrive: true,
      fulfil: true,
      noshow: true,
    })
    expect(decideMentorActions({ status: 'arrived', starts_at: now }, now)).toMatchObject({
      fulfil: true,
      arrive: 'bad_transition',
    })
  })
})

it('can do exactly what the status table allows', () => {
  fc.assert(
    fc.property(statuses, fc.option(statuses), fc.integer({ min: -60, max: 60 }), (status, previous, hours) => {
      const appointment = { status, previous, starts_at: inHours(hours) }
      const facts = { ...appointment, now }
      const [staff, mentor] = [decideStaffActions(appointment, now), decideMentorActions(appointment, now)]
      const allowed = (to: AppointmentStatus, by: 'staff' | 'mentor') => mayChangeStatus(status, to, by, facts) === true
      expect(staff.cancel === true).toBe(allowed('cancelled', 'staff'))
      expect(staff.noshow === true).toBe(allowed('noshow', 'staff'))
      expect(mentor.noshow).toBe(staff.noshow)
      if (staff.arrive === true) expect(allowed('arrived', 'mentor')).toBe(true)
      if (staff.fulfil === true) expect(allowed('fulfilled', 'mentor')).toBe(true)
      // The policies allow a client no more than the table allows staff.
      if (decideClientActions(appointment, now, policies).cancel === true) expect(allowed('cancelled', 'staff')).toBe(true)
    }),
  )
})
