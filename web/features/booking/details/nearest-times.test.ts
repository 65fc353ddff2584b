import { describe, expect, test } from 'vitest'
import { alternativeOf, chooseAlternative } from './nearest-times.tsx'
import { readChoice } from '../choice.ts'
import { ana, ben, dayOf, sessionOf, slotOf } from '../test-sessions.ts'
import { timesOf } from '../times.ts'

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

  test('a place that is another goes', () => {
    expect(after({ place: ben.id }).place).toBeUndefined()
    expect(after({ place: offer.place.id }).place).toBe(offer.place.id)
  })
})
