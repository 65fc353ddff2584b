import { describe, expect, test } from 'vitest'
import { alternativeOf, chooseAlternative } from './nearest-times.tsx'
import { readChoice } from '../choice.ts'
import { ana, ben, dayOf, sessionOf, slotOf } from '../test-sessions.ts'
import { timesOf } from '../times.ts'
import { fillNearest } from './use-nearest-times.ts'

const [time] = timesOf([sessionOf({ zone: 'Asia/Kathmandu', slots: [slotOf('20:00', ana)] })])
const offer = alternativeOf(time!)
const address = { support_type: ana.id, date: dayOf, schedule: time!.schedule.id, time: `${dayOf}T09:00Z`, step: 'details' }
const after = (more: Record<string, string>) => {
  const before = { ...address, ...more }
  return readChoice({ ...before, ...chooseAlternative(readChoice(before), offer) })
}

describe('another time instead', () => {
  test('stays at the last step, on the place’s own date', () => {
    expect(after({})).toMatchObject({ date: '2026-11-25', time: `${dayOf}T20:00Z`, confirmed: true, with: undefined })
  })

  test('with a mentor in mind the offered one is booked by name, and the filter goes where it is another', () => {
    expect(after({ mentor: ben.id })).toMatchObject({ mentor: undefined, with: ana.id })
    expect(after({ mentor: ana.id })).toMatchObject({ mentor: ana.id, with: ana.id })
  })

  test('with a language in mind the offered mentor is booked by name, and the filter goes', () => {
    expect(after({ language: 'ar' })).toMatchObject({ language: undefined, with: ana.id })
  })

  test('a place that is another goes', () => {
    expect(after({ place: ben.id }).place).toBeUndefined()
    expect(after({ place: offer.place.id }).place).toBe(offer.place.id)
  })
})

describe('a day with too few times', () => {
  const at = (starts_at: string, name = 'Ana') => ({ ...offer, starts_at, mentor: { id: name, name } })

  test('keeps its own and is filled up with the nearest of other days, by start', () => {
    const own = at(`${dayOf}T20:00:00Z`)
    const others = [at(`${dayOf}T20:00:00.000Z`, 'Ben'), at('2026-11-23T09:00:00Z'), at('2026-11-27T09:00:00Z'), at('2026-11-28T09:00:00Z')]
    expect(fillNearest([own], others)).toEqual([others[1], own, others[2]])
    expect(fillNearest([], [])).toEqual([])
  })
})
