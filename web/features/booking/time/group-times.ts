import type { SearchedSchedule } from '#contract/search.ts'
import type { PartOfDay } from '#domain/time/local-time.ts'
import { differsInVisitorZone } from '../../../lib/time.ts'
import { visitorZone } from '../../../lib/visitor-zone.ts'
import type { OfferedTime } from '../times.ts'

/** The times of one part of a day. */
export interface PartGroup {
  part: PartOfDay
  /**
   * By place, since two places may have two clocks: those on the visitor's clock first, then by the first time.
   */
  places: { place: SearchedSchedule['place']; times: OfferedTime[] }[]
}

/** The parts of the day that have times, each with them, place by place. */
export function groupByPart(times: readonly OfferedTime[], visitor = visitorZone()): PartGroup[] {
  const parts = ['morning', 'afternoon', 'evening'] as const
  return parts
    .map(part => ({
      part,
      places: groupByPlace(
        times.filter(time => time.part === part),
        visitor,
      ),
    }))
    .filter(group => group.places.length > 0)
}

function groupByPlace(times: readonly OfferedTime[], visitor: string): PartGroup['places'] {
  const places = new Map(times.map(({ schedule }) => [schedule.place.id, schedule.place]))
  const elsewhere = (time: OfferedTime | undefined) => Number(time !== undefined && differsInVisitorZone(time.startsAt, time.zone, visitor))
  return [...places.values()]
    .map(place => ({ place, times: times.filter(({ schedule }) => schedule.place.id === place.id) }))
    .toSorted((a, b) => elsewhere(a.times[0]) - elsewhere(b.times[0]))
}

/** The item if all have the same id; undefined if they differ or there are none. */
export function commonItem<Item extends { id: string }>(items: readonly Item[]): Item | undefined {
  const [first] = items
  return first && items.every(item => item.id === first.id) ? first : undefined
}
