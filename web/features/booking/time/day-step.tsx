import { type ReactNode, useState } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { type LocalDate, localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { t } from '../../../lib/messages.ts'
import { todayInVisitorZone } from '../../../lib/today.ts'
import { ErrorState } from '../../../ui/states.tsx'
import { Calendar } from './calendar.tsx'
import { CalendarLegend, CalendarLoading } from './calendar.tsx'
import { startOfNextRange, requestRange } from './calendar-days.ts'
import { screenContaining } from './calendar-screen.ts'
import { choose, type Choice } from '../choice.ts'
import { Filters } from './filters.tsx'
import { dayOf } from './free-days.ts'
import { nextFreeDay } from './next-free-day.ts'
import { NoFreeDays } from './unavailable.tsx'
import { useFreeDays, type SearchFilter } from '../search.ts'
import { StepHeading } from '../step.tsx'
import styles from '../steps.module.css'
import type { ChangeChoice } from '../choice.ts'
import { DayUnavailable } from './unavailable.tsx'

interface DayStepProps {
  wanted: SearchFilter
  choice: Choice
  change: ChangeChoice
  moving?: Appointment | undefined
  /** Further filters. */
  filters?: ReactNode
}

/** The second step: a day, optionally filtered by mentor or place. */
export function DayStep({ wanted, choice, change, moving, filters }: DayStepProps) {
  const [today] = useState(todayInVisitorZone)
  const [turnedTo, setTurnedTo] = useState<LocalDate>()
  const [asked, setAsked] = useState<LocalDate>()
  const shown = turnedTo ?? choice.date ?? today
  const span = requestRange(shown, today)
  const query = useFreeDays(wanted, span)
  const days = query.data?.days ?? []
  const present = moving && localDateOf(Temporal.Instant.from(moving.starts_at), moving.time_zone)
  const loading = query.isPending || query.isPlaceholderData
  // Initial tab stop: the chosen day or the first free day on this screen.
  const firstFree = nextFreeDay(days)?.date
  const at = turnedTo ?? choice.date ?? (firstFree && firstFree <= screenContaining(today, today).to ? firstFree : today)

  const pick = (date: LocalDate) => {
    setTurnedTo(date)
    if (loading) return
    if (dayOf(days, date, today).why) return setAsked(date)
    setAsked(undefined)
    if (date !== choice.date) change(choose.date(date), { replace: choice.date !== undefined })
  }

  if (query.isError && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className={styles.stack}>
      <StepHeading step="day">{t(choice.staff ? 'bookFor.day' : 'booking.when.heading')}</StepHeading>
      {query.data && <Filters choice={choice} change={change} found={query.data} more={filters} />}
      {!loading && (
        <NoFreeDays
          {...{ days, choice, change }}
          onLater={() => setTurnedTo(startOfNextRange(shown, today))}
          onWait={choice.move || choice.staff ? undefined : () => change(choose.wait(span.from < today ? today : span.from, span.to))}
        />
      )}
      <Calendar {...{ days, loading, today, at }} chosen={choice.date} present={present} onTurn={setTurnedTo} onChoose={pick} />
      <DayUnavailable
        day={asked && !loading ? dayOf(days, asked, today) : undefined}
        next={asked && nextFreeDay(days, asked)}
        onChoose={pick}
        onWait={choice.move || choice.staff ? undefined : date => change(choose.wait(date, date))}
      />
      {loading ? <CalendarLoading /> : <CalendarLegend />}
    </div>
  )
}
