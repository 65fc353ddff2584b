import { isLocalDate, type LocalDate } from '#domain/time/local-date.ts'
import { dateParam, idParam, languageParam } from '../../lib/param-values.ts'
import { type Params, useSearchParams } from '../../lib/search-params.ts'
import { useMemo } from 'react'
import type { StaffFilter } from './search.ts'

/** The choices so far, kept in the address: Back goes step by step, and a link can be shared or reloaded. */
export interface Choice {
  supportType?: string
  /** Filters: only this place, only this mentor. */
  place?: string
  mentor?: string
  /** Only times of mentors who speak it. */
  language?: string
  /** Also the longer times that are kept for appointments with an interpreter; undefined: as the client's profile says. */
  interpreter?: boolean
  date?: LocalDate
  schedule?: string
  /** The start of the chosen time: an instant, to the minute. */
  time?: string
  /** The mentor, if several are free at the chosen time. */
  with?: string
  /** The time is confirmed. Sign-in and agreements are still to come. */
  confirmed: boolean
  /** A booked appointment to show. */
  appointment?: string
  /** The appointment was moved just now. */
  moved: boolean
  /** The appointment being moved. */
  move?: string
  /** First and last day for the waiting list, both included. */
  wait?: { from: LocalDate; to: LocalDate }
  /** Staff choose for a client: no waiting list, and the mentor comes with the confirmation. */
  staff?: StaffFilter
}

/** The steps of booking, in their order. */
export type Step = 'what' | 'day' | 'time' | 'details' | 'done'

/** Reads the address; invalid ids, dates and times count as not chosen. */
export function readChoice(params: Params): Choice {
  const date = dateParam(params.date)
  const schedule = idParam(params.schedule)
  const time = date && schedule ? parseTimeParam(params.time) : undefined
  return {
    supportType: idParam(params.support_type),
    place: idParam(params.place),
    mentor: idParam(params.mentor),
    language: languageParam(params.language),
    interpreter: params.interpreter === undefined ? undefined : params.interpreter === 'yes',
    date,
    schedule: time && schedule,
    time,
    with: time && idParam(params.with),
    confirmed: time !== undefined && params.step === 'details',
    appointment: idParam(params.appointment),
    moved: params.moved === 'yes',
    move: idParam(params.move),
    wait: readWait(params),
  }
}

function readWait({ wait, wait_to: to = wait }: Params): Choice['wait'] {
  return wait && to && isLocalDate(wait) && isLocalDate(to) && wait <= to ? { from: wait, to } : undefined
}

/**
 * The current step. `supportType`: the chosen one or that of the appointment being moved; undefined if no
 * longer offered.
 */
export function stepOf(choice: Choice, supportType: string | undefined): Step {
  if (choice.appointment) return 'done'
  if (!supportType) return 'what'
  if (!choice.date) return 'day'
  return choice.confirmed ? 'details' : 'time'
}

const clearedTime = { schedule: undefined, time: undefined, with: undefined, step: undefined }
const clearedDay = { date: undefined, ...clearedTime }

/** The address change of each decision. Later decisions that depend on it are cleared. */
export const choose = {
  supportType: (id: string | undefined): Params => ({ support_type: id, ...clearedDay }),
  again: (supportType: string, mentor: string): Params => ({ support_type: supportType, mentor, place: undefined, ...clearedDay }),
  place: (id: string | undefined): Params => ({ place: id, ...clearedTime }),
  mentor: (id: string | undefined): Params => ({ mentor: id, ...clearedTime }),
  language: (tag: string | undefined): Params => ({ language: tag, ...clearedTime }),
  need: (interpreter: boolean): Params => ({ interpreter: interpreter ? 'yes' : 'no' }),
  interpreter: (needed: boolean): Params => ({ ...choose.need(needed), ...clearedTime }),
  clearFilters: (): Params => ({
    place: undefined,
    mentor: undefined,
    language: undefined,
    weekday: undefined,
    part: undefined,
    ...clearedTime,
  }),
  date: (date: LocalDate | undefined): Params => ({ date, ...clearedTime }),
  time: (date: LocalDate, schedule: string, startsAt: string): Params => ({
    date,
    schedule,
    time: formatTimeParam(startsAt),
    with: undefined,
  }),
  clearTime: (): Params => clearedTime,
  with: (mentor: string | undefined): Params => ({ with: mentor }),
  wait: (from: LocalDate, to: LocalDate): Params => ({ wait: from, wait_to: to === from ? undefined : to }),
  closeWaitingList: (): Params => ({ wait: undefined, wait_to: undefined }),
  confirm: (): Params => ({ step: 'details' }),
  edit: (): Params => ({ step: undefined }),
  done: (appointment: string, moved: boolean): Params => ({
    ...clearedDay,
    support_type: undefined,
    place: undefined,
    mentor: undefined,
    interpreter: undefined,
    move: undefined,
    appointment,
    moved: moved ? 'yes' : undefined,
  }),
} as const

/** An instant as written in the address and in time keys: UTC, to the minute. */
export const formatTimeParam = (instant: string): string => `${new Date(instant).toISOString().slice(0, 16)}Z`

function parseTimeParam(text: string | undefined): string | undefined {
  return text && /^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}

/** Changes address parameters; those that `change` does not name stay. `replace`: without an entry in the history. */
export type ChangeChoice = (change: Params, options?: { replace?: boolean }) => void

/** The choice in the address and its setter. `replace`: corrects the last entry, so that Back goes by steps. */
export function useChoice(): [Choice, ChangeChoice] {
  const [params, change] = useSearchParams<'booking'>()
  return [useMemo(() => readChoice(params), [params]), change]
}
