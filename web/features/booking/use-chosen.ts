import type { MentorName } from '#contract/people.ts'
import type { SupportType } from '#contract/support-types.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import type { Choice } from './choice.ts'
import { useTimes, type SearchFilter } from './search.ts'
import { chosenTime, freeMentors, hasSeat, type OfferedTime, timesOf } from './times.ts'

/** The choice with its ids resolved, as far as they are known. */
export interface Chosen {
  supportType: SupportType | undefined
  time: OfferedTime | undefined
  /** The mentor of the booking; undefined while several are possible. */
  mentor: MentorName | undefined
  /** The requested mentor's id, sent with the booking. */
  wantedMentor: string | undefined
  /** The chosen time has no seat left (with that mentor). */
  gone: boolean
  /** All times of the chosen day. */
  times: OfferedTime[]
}

/** `offered`: the support types, where the page has them already. */
export function useChosen(choice: Choice, wanted: SearchFilter | undefined, offered?: readonly SupportType[]) {
  const history = useQuery({ ...queryOptionsOf('GET /api/previous-history'), enabled: offered === undefined })
  const supportTypes = offered ?? history.data?.support_types
  const day = useTimes(wanted ?? { supportType: '' }, wanted && choice.date)
  const times = timesOf(day.data?.schedules ?? [])
  const time = chosenTime(times, choice)
  const wantedMentor = choice.mentor ?? choice.with
  const free = time ? freeMentors(time) : []
  const chosen: Chosen = {
    supportType: day.data?.support_type ?? supportTypes?.find(({ id }) => id === wanted?.supportType),
    time,
    mentor: time?.slots.find(({ mentor }) => mentor.id === wantedMentor)?.mentor ?? (free.length === 1 ? free[0] : undefined),
    wantedMentor,
    gone: time !== undefined && !hasSeat(time, wantedMentor),
    times,
  }
  return { chosen, day }
}
