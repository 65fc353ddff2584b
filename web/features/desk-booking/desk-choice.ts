import type { Schedule } from '#contract/schedules.ts'
import { localDateOf } from '#domain/time/local-date.ts'
import { partsOfDay } from '#domain/time/local-time.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { useMemo } from 'react'
import { idParam } from '../../lib/param-values.ts'
import { type Params, useSearchParams } from '../../lib/search-params.ts'
import { choose, readChoice, type ChangeChoice, type Choice } from '../booking/choice.ts'

/**
 * The choice in the address of a page where staff book: ids, a day and a time, nothing about the client but the
 * id.
 */
export interface DeskChoice extends Choice {
  staff: NonNullable<Choice['staff']>
  /** The client. */
  user?: string
}

/**
 * Reads the address; `session`: where the booking begins, until something else is chosen; `firstType`: without
 * either.
 */
export function readDeskChoice(params: Params, session?: Schedule, firstType?: string): DeskChoice {
  const choice = readChoice(params)
  const begins = choice.supportType === undefined ? session : undefined
  const part = partsOfDay.find(known => known === params.part)
  return {
    ...choice,
    supportType: choice.supportType ?? firstType,
    ...(begins && { supportType: begins.support_type_id, date: choice.date ?? dateOf(begins) }),
    interpreter: choice.interpreter ?? (begins?.interpreted || undefined),
    staff: { ...(/^[1-7]$/.test(params.weekday ?? '') && { weekday: params.weekday }), ...(part && { part }) },
    user: idParam(params.user),
  }
}

const dateOf = ({ starts_at, time_zone }: Schedule) => localDateOf(Temporal.Instant.from(starts_at), time_zone)

/**
 * Staff's choice in the address and its setter; `session` and `firstType` as in `readDeskChoice`. `onChange`: told of
 * the whole next address.
 */
export function useDeskChoice(
  session: Schedule | undefined,
  firstType?: string,
  onChange?: (address: Params) => void,
): [DeskChoice, ChangeChoice] {
  const [params, set] = useSearchParams<'book' | 'appointmentCreate'>()
  const choice = useMemo(() => readDeskChoice(params, session, firstType), [params, session, firstType])
  // From the first change on, the address holds the whole choice.
  const { supportType: support_type, interpreter } = choice
  const begun = { support_type, ...(interpreter && choose.need(true)) }
  const change: ChangeChoice = (next, options) => {
    onChange?.({ ...params, ...begun, ...next })
    set({ ...begun, ...next }, options)
  }
  return [choice, change]
}

/** Everything but the client. */
export const noTime = {
  date: undefined,
  schedule: undefined,
  time: undefined,
  with: undefined,
  step: undefined,
} as const
