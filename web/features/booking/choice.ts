import { isLocalDate, type LocalDate } from '#domain/time/local-date.ts'
import type { Params } from '../../lib/search-params.ts'

/** Everything a person has chosen so far, as the address keeps it: Back goes step by step, and a link can be shared or loaded again. */
export interface Choice {
  supportType?: string
  /** Filters: only this place, only this mentor. */
  place?: string
  mentor?: string
  date?: LocalDate
  schedule?: string
  /** The start of the chosen time: an instant, to the minute. */
  time?: string
  /** Whom to meet, where several mentors are free at the chosen time. */
  with?: string
  /** The time is settled; what is left is who one is and what one agrees to. */
  settled: boolean
  /** A booked appointment to show. */
  appointment?: string
  /** It was moved just now. */
  moved: boolean
  /** An appointment that gets another time. */
  move?: string
  /** Days to wait for a place on, both included. */
  wait?: { from: LocalDate; to: LocalDate }
}

export type Step = 'what' | 'day' | 'time' | 'details' | 'done'

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Reads the address; whatever is no id, date or time counts as not chosen. */
export function readChoice(params: Params): Choice {
  const id = (name: string) => (uuid.test(params[name] ?? '') ? params[name] : undefined)
  const date = params.date && isLocalDate(params.date) ? params.date : undefined
  const schedule = id('schedule')
  const time = date && schedule ? readTime(params.time) : undefined
  return {
    supportType: id('support_type'),
    place: id('place'),
    mentor: id('mentor'),
    date,
    schedule: time && schedule,
    time,
    with: time && id('with'),
    settled: time !== undefined && params.step === 'details',
    appointment: id('appointment'),
    moved: params.moved === 'yes',
    move: id('move'),
    wait: readWait(params),
  }
}

function readWait({ wait, wait_to: to = wait }: Params): Choice['wait'] {
  return wait && to && isLocalDate(wait) && isLocalDate(to) && wait <= to ? { from: wait, to } : undefined
}

/** The step a person is at. `supportType` is the chosen one's or that of the appointment being moved; undefined when it is not offered any more. */
export function stepOf(choice: Choice, supportType: string | undefined): Step {
  if (choice.appointment) return 'done'
  if (!supportType) return 'what'
  if (!choice.date) return 'day'
  return choice.settled ? 'details' : 'time'
}

const noTime = { schedule: undefined, time: undefined, with: undefined, step: undefined }
const noDay = { date: undefined, ...noTime }

/** What each decision changes in the address; what hangs on an earlier decision goes with it. */
export const choose = {
  supportType: (id: string | undefined): Params => ({ support_type: id, ...noDay }),
  again: (supportType: string, mentor: string): Params => ({ support_type: supportType, mentor, place: undefined, ...noDay }),
  place: (id: string | undefined): Params => ({ place: id, ...noTime }),
  mentor: (id: string | undefined): Params => ({ mentor: id, ...noTime }),
  anything: (): Params => ({ place: undefined, mentor: undefined, ...noTime }),
  date: (date: LocalDate | undefined): Params => ({ date, ...noTime }),
  time: (date: LocalDate, schedule: string, startsAt: string): Params => ({ date, schedule, time: writeTime(startsAt), with: undefined }),
  noTime: (): Params => noTime,
  with: (mentor: string | undefined): Params => ({ with: mentor }),
  wait: (from: LocalDate, to: LocalDate): Params => ({ wait: from, wait_to: to === from ? undefined : to }),
  noWait: (): Params => ({ wait: undefined, wait_to: undefined }),
  settled: (): Params => ({ step: 'details' }),
  unsettled: (): Params => ({ step: undefined }),
  done: (appointment: string, moved: boolean): Params => ({
    ...noDay,
    support_type: undefined,
    place: undefined,
    mentor: undefined,
    move: undefined,
    appointment,
    moved: moved ? 'yes' : undefined,
  }),
  nothing: (): Params => ({
    ...noDay,
    support_type: undefined,
    place: undefined,
    mentor: undefined,
    move: undefined,
    appointment: undefined,
    moved: undefined,
  }),
} as const

/** An instant as the address and the keys of times write it: to the minute, in UTC. */
export const writeTime = (instant: string): string => `${new Date(instant).toISOString().slice(0, 16)}Z`

function readTime(text: string | undefined): string | undefined {
  return text && /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}
