import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Temporal } from '../time/temporal.ts'
import {
  type Actor,
  type AppointmentStatus,
  appointmentStatuses,
  awaitsOutcome,
  holdsSeat,
  mayChangeStatus,
  nextStatuses,
  tookPlace,
  transitions,
  undoTarget,
} from './status.ts'

const now = Temporal.Instant.from('2025-05-05T09:00:00Z')
const long = { now, starts_at: now.add({ minutes: 120, nanoseconds: 1 }) }
const before = { now, starts_at: now.add({ nanoseconds: 1 }) }
const after = { now, starts_at: now }
const actors: Actor[] = ['staff', 'mentor']

describe('a status', () => {
  it('keeps the seat until it is cancelled or entered in error', () => {
    expect(appointmentStatuses.filter(status => !holdsSeat(status))).toEqual(['cancelled', 'entered-in-error'])
  })
})

describe('the status table', () => {
  it.each<[AppointmentStatus, Actor, AppointmentStatus[], AppointmentStatus[]]>([
    ['pending', 'staff', ['booked', 'cancelled', 'entered-in-error'], ['booked', 'cancelled', 'entered-in-error']],
    ['pending', 'mentor', [], []],
    ['booked', 'staff', ['arrived', 'cancelled', 'entered-in-error'], ['arrived', 'fulfilled', 'noshow', 'cancelled', 'entered-in-error']],
    ['booked', 'mentor', ['arrived'], ['arrived', 'fulfilled', 'noshow']],
    ['arrived', 'staff', ['booked', 'entered-in-error'], ['fulfilled', 'booked', 'entered-in-error']],
    ['arrived', 'mentor', ['booked'], ['fulfilled', 'booked']],
    ['fulfilled', 'mentor', [], []],
    ['noshow', 'mentor', ['booked'], ['booked']],
    ['cancelled', 'staff', ['entered-in-error'], ['entered-in-error']],
    ['entered-in-error', 'staff', [], []],
  ])('from %s a %s has these steps before and after the start', (status, by, early, late) => {
    expect(nextStatuses(status, by, before)).toEqual(early)
    expect(nextStatuses(status, by, after)).toEqual(late)
  })

  it('undoes the last step only, back to where it came from', () => {
    expect(nextStatuses('fulfilled', 'mentor', { ...after, previous: 'arrived' })).toEqual(['arrived'])
    expect(nextStatuses('fulfilled', 'staff', { ...after, previous: 'booked' })).toEqual(['booked', 'entered-in-error'])
    expect(undoTarget('fulfilled')).toBeNull()
    expect(undoTarget('arrived', 'fulfilled')).toBe('booked')
    expect(undoTarget('noshow', null)).toBe('booked')
    expect(undoTarget('cancelled', 'booked')).toBeNull()
    expect(undoTarget('booked', 'pending')).toBeNull()
  })

  it('refuses to check a client in more than two hours before the start', () => {
    const exactly = { now, starts_at: now.add({ minutes: 120 }) }
    for (const by of ['staff', 'mentor'] as const) {
      expect(mayChangeStatus('booked', 'arrived', by, long)).toBe('bad_transition')
      expect(mayChangeStatus('booked', 'arrived', by, exactly)).toBe(true)
    }
  })

  it('refuses fulfilled and noshow before the start', () => {
    for (const by of ['staff', 'mentor'] as const)
      for (const from of ['booked', 'arrived'] as const) {
        expect(mayChangeStatus(from, 'fulfilled', by, before)).toBe('bad_transition')
        expect(mayChangeStatus(from, 'fulfilled', by, after)).toBe(true)
      }
    expect(mayChangeStatus('booked', 'noshow', 'mentor', before)).toBe('bad_transition')
  })

  it('refuses everything else', () => {
    expect(mayChangeStatus('booked', 'noshow', 'staff', after)).toBe(true)
    expect(mayChangeStatus('booked', 'noshow', 'staff', before)).toBe('bad_transition')
    for (const by of actors) {
      for (const status of appointmentStatuses) expect(mayChangeStatus(status, status, by, after)).toBe('bad_transition')
      for (const to of appointmentStatuses) expect(mayChangeStatus('entered-in-error', to, by, after)).toBe('bad_transition')
      expect(mayChangeStatus('cancelled', 'booked', by, { ...after, previous: 'booked' })).toBe('bad_transition')
    }
  })

  it('has every row once, and no way back to pending', () => {
    const rows = transitions.flatMap(({ from, to, by }) => by.map(actor => `${from} ${to} ${actor}`))
    expect(new Set(rows).size).toBe(rows.length)
    expect(transitions.some(row => row.to === 'pending')).toBe(false)
  })

  it('never frees a seat without a step, and undoing restores the previous status, along any history', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom(...actors), fc.nat()), { maxLength: 20 })
    fc.assert(
      fc.property(fc.constantFrom<AppointmentStatus>('pending', 'booked'), steps, (start, choices) => {
        const history: AppointmentStatus[] = [start]
        for (const [by, choice] of choices) {
          const [status, previous] = [history[0]!, history[1] ?? null]
          const next = nextStatuses(status, by, { ...after, previous })
          if (next.length === 0) continue
          history.unshift(next[choice % next.length]!)
          if (!holdsSeat(status)) expect(holdsSeat(history[0]!)).toBe(false)
          const back = undoTarget(history[0]!, status)
          if (back !== null && !(status === 'fulfilled' && history[0] === 'arrived')) expect(back).toBe(status)
        }
      }),
    )
  })
})

describe('a session', () => {
  it('took place when it is done, or has begun and is booked or arrived', () => {
    const took = ({ starts_at }: { starts_at: typeof now }) => appointmentStatuses.filter(status => tookPlace(status, starts_at, now))
    expect(took(after)).toEqual(['booked', 'arrived', 'fulfilled'])
    expect(took(before)).toEqual(['fulfilled'])
  })
})

it('awaits the outcome of appointments that are open or whose client has arrived', () => {
  expect(appointmentStatuses.filter(awaitsOutcome)).toEqual(['pending', 'booked', 'arrived'])
})
