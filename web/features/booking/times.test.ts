import { describe, expect, test } from 'vitest'
import { readChoice } from './choice.ts'
import { findNearestTimes } from './find-nearest-times.ts'
import { commonItem, groupByPart } from './time/group-times.ts'
import { chosenTime, freeMentors, hasSeat, timesOf } from './times.ts'
import { ana, ben, dayOf, sessionOf, slotOf } from './test-sessions.ts'

const room = sessionOf({
  slots: [slotOf('09:00', ana), slotOf('09:00', ben, 0), slotOf('13:30', ana), slotOf('13:30', ben), slotOf('17:00', ben, 0)],
})
const [nine, half, five] = timesOf([room])

describe('times of a day', () => {
  test('groups the slots of all mentors by start', () => {
    expect(timesOf([room]).map(time => [time.part, time.free])).toEqual([
      ['morning', 1],
      ['afternoon', 2],
      ['evening', 0],
    ])
  })

  test('the part of the day is the place’s own', () => {
    const far = sessionOf({ zone: 'Asia/Kathmandu', slots: [slotOf('09:00', ana)] }) // 14:45 there
    expect(timesOf([far])[0]?.part).toBe('afternoon')
  })

  test('two sessions that start together stay two', () => {
    const other = sessionOf({ number: 2, slots: [slotOf('09:00', ben)] })
    expect(timesOf([other, sessionOf({ slots: [slotOf('09:00', ana)] })])).toHaveLength(2)
  })

  test('parts without times are left out', () => {
    expect(groupByPart([five!]).map(group => group.part)).toEqual(['evening'])
  })

  test('two places stay apart, since they may have two clocks: the visitor’s own comes first', () => {
    const far = sessionOf({ number: 2, zone: 'Europe/Berlin', slots: [slotOf('08:30', ben), slotOf('09:30', ben)] })
    const placesFor = (visitor: string) =>
      groupByPart(timesOf([room, far]), visitor)[0]?.places.map(({ place, times }) => [place.id, times.length])
    const [here, there] = [
      [room.place.id, 1],
      [far.place.id, 2],
    ]
    expect(placesFor('Europe/London')).toEqual([here, there])
    expect(placesFor('Europe/Berlin')).toEqual([there, here])
    expect(placesFor('Asia/Kathmandu')).toEqual([there, here])
  })

  test('says who is free, and whether the requested mentor is', () => {
    expect(freeMentors(nine!)).toEqual([ana])
    expect([hasSeat(nine!, ana.id), hasSeat(nine!, ben.id), hasSeat(nine!, undefined), hasSeat(five!, undefined)]).toEqual([
      true,
      false,
      true,
      false,
    ])
  })

  test('the chosen one is found again, whether or not it still has a seat', () => {
    const choice = readChoice({ date: dayOf, schedule: room.id, time: `${dayOf}T17:00Z` })
    expect(chosenTime(timesOf([room]), choice)?.key).toBe(five!.key)
    expect(chosenTime(timesOf([]), choice)).toBeUndefined()
  })

  test('the nearest free ones, soonest first', () => {
    expect(findNearestTimes([nine!, half!, five!], five!.startsAt).map(({ key }) => key)).toEqual([nine!.key, half!.key])
    expect(findNearestTimes([nine!, half!, five!], five!.startsAt, 1)).toEqual([half])
  })

  test('finds what all times have in common', () => {
    expect([commonItem([ana, ana]), commonItem([ana, ben]), commonItem([])]).toEqual([ana, undefined, undefined])
  })
})
