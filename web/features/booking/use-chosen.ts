import type { MentorName } from '#contract/people.ts'
import type { SupportType } from '#contract/support-types.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api.ts'
import type { Choice } from './choice.ts'
import { useTimes, type Wanted } from './search.ts'
import { chosenTime, freeMentors, hasSeat, type OfferedTime, timesOf } from './times.ts'

/** The choice with the things its ids stand for, as far as they are known. */
export interface Chosen {
  supportType: SupportType | undefined
  time: OfferedTime | undefined
  /** The one mentor it will be; undefined while several could. */
  mentor: MentorName | undefined
  /** The mentor asked for by name: what the booking says. */
  wantedMentor: string | undefined
  /** The chosen time has no seat left (with that mentor). */
  gone: boolean
  /** All times of the chosen day. */
  times: OfferedTime[]
}

export function useChosen(choice: Choice, wanted: Wanted | undefined) {
  const history = useQuery(queryOf('GET /api/previous-history'))
  const day = useTimes(wanted ?? { supportType: '' }, wanted && choice.date)
  const times = timesOf(day.data?.schedules ?? [])
  const time = chosenTime(times, choice)
  const wantedMentor = choice.mentor ?? choice.with
  const free = time ? freeMentors(time) : []
  const chosen: Chosen = {
    supportType: day.data?.support_type ?? history.data?.support_types.find(({ id }) => id === wanted?.supportType),
    time,
    mentor: time?.slots.find(({ mentor }) => mentor.id === wantedMentor)?.mentor ?? (free.length === 1 ? free[0] : undefined),
    wantedMentor,
    gone: time !== undefined && !hasSeat(time, wantedMentor),
    times,
  }
  return { chosen, day }
}
