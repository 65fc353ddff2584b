import type { MentorName } from '#contract/people.ts'
import type { SearchedSchedule } from '#contract/search.ts'
import type { Slot } from '#contract/schedules.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { type PartOfDay, partOfDay } from '#domain/time/local-time.ts'
import { localTimeAt } from '../../lib/time.ts'
import type { Params } from '../../lib/search-params.ts'
import { choose, type Choice, formatTimeParam } from './choice.ts'

/** One start time of one session, with the slots of all its mentors. */
export interface OfferedTime {
  key: string
  schedule: SearchedSchedule
  startsAt: string
  endsAt: string
  zone: string
  part: PartOfDay
  slots: Slot[]
  /** Seats left, and whether a slot has more than one at all. */
  free: number
  isGroup: boolean
}

/** The length of a time in minutes. */
export const minutesOf = ({ startsAt, endsAt }: Pick<OfferedTime, 'startsAt' | 'endsAt'>): number =>
  Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000)

/** Key of a time within a page. */
export const timeKey = (scheduleId: string, startsAt: string): string => `${scheduleId} ${formatTimeParam(startsAt)}`

/** A day's times by start, including full ones. */
export function timesOf(schedules: readonly SearchedSchedule[]): OfferedTime[] {
  return schedules.flatMap(timesOfSession).toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt) || (a.key < b.key ? -1 : 1))
}

function timesOfSession(schedule: SearchedSchedule): OfferedTime[] {
  const starts = new Map<string, Slot[]>()
  for (const slot of schedule.slots) {
    const key = timeKey(schedule.id, slot.starts_at)
    starts.set(key, [...(starts.get(key) ?? []), slot])
  }
  return [...starts].flatMap(([key, slots]) => {
    const [first] = slots
    if (!first) return []
    const { starts_at: startsAt, ends_at: endsAt } = first
    const zone = schedule.time_zone
    const free = slots.reduce((sum, slot) => sum + slot.free, 0)
    return [
      {
        key,
        schedule,
        startsAt,
        endsAt,
        zone,
        part: partOfDay(localTimeAt(startsAt, zone)),
        slots,
        free,
        isGroup: slots.some(slot => slot.seats > 1),
      },
    ]
  })
}

/** The mentors with a seat left at a time, each once. */
export const freeMentors = ({ slots }: OfferedTime): MentorName[] => slots.filter(slot => slot.free > 0).map(slot => slot.mentor)

/** The time named in the address, if the day still has it. */
export const chosenTime = (times: readonly OfferedTime[], { schedule, time }: Choice): OfferedTime | undefined =>
  schedule && time ? times.find(({ key }) => key === timeKey(schedule, time)) : undefined

/** Whether the time has a free seat with this mentor (or with any). */
export const hasSeat = ({ slots }: OfferedTime, mentorId: string | undefined): boolean =>
  slots.some(slot => slot.free > 0 && (!mentorId || slot.mentor.id === mentorId))

/** Whether a client who chooses this time has a mentor to choose as well. */
export const asksForMentor = (time: OfferedTime, { staff, mentor }: Choice): boolean => !staff && !mentor && freeMentors(time).length > 1

/** A time leads to the last step at once, unless there is a mentor to choose. */
export const chooseTime = (time: OfferedTime, date: LocalDate, choice: Choice): Params => ({
  ...choose.time(date, time.schedule.id, time.startsAt),
  ...(!asksForMentor(time, choice) && choose.confirm()),
})
