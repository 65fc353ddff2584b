import { useState } from 'react'
import type { LocalDate } from '#domain/time/local-date.ts'
import { t } from '../../lib/messages.ts'
import { ErrorState } from '../../ui/states.tsx'
import { Calendar } from './calendar.tsx'
import { CalendarLegend } from './calendar-legend.tsx'
import { firstOfNextSpan, screenWith, spanAround } from './calendar-days.ts'
import { choose, type Choice } from './choice.ts'
import { Filters } from './filters.tsx'
import { dayOf, nextFreeDay } from './free-days.ts'
import { NoFreeDay } from './no-free-day.tsx'
import { useFreeDays, type Wanted } from './search.ts'
import { StepHeading } from './step-heading.tsx'
import styles from './steps.module.css'
import { todayHere } from './today.ts'
import type { ChangeChoice } from './use-choice.ts'
import { WhyNotThatDay } from './why-not-that-day.tsx'

interface DayStepProps {
  wanted: Wanted
  choice: Choice
  change: ChangeChoice
}

/** The second step: a day, and if one likes a mentor or a place. */
export function DayStep({ wanted, choice, change }: DayStepProps) {
  const [today] = useState(todayHere)
  const [turnedTo, setTurnedTo] = useState<LocalDate>()
  const [asked, setAsked] = useState<LocalDate>()
  const shown = turnedTo ?? choice.date ?? today
  const span = spanAround(shown, today)
  const query = useFreeDays(wanted, span)
  const days = query.data?.days ?? []
  const loading = query.isPending || query.isPlaceholderData
  // Until somebody moves in it, the calendar's tab stop is the chosen day or the first that can be chosen on this screen.
  const firstFree = nextFreeDay(days)?.date
  const at = turnedTo ?? choice.date ?? (firstFree && firstFree <= screenWith(today, today).to ? firstFree : today)

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
      <StepHeading step="day">{t('booking.when.heading')}</StepHeading>
      {query.data && <Filters choice={choice} change={change} found={query.data} />}
      {!loading && (
        <NoFreeDay
          {...{ days, choice, change }}
          onLater={() => setTurnedTo(firstOfNextSpan(shown, today))}
          onWait={choice.move ? undefined : () => change(choose.wait(span.from < today ? today : span.from, span.to))}
        />
      )}
      <Calendar {...{ days, loading, today, at }} chosen={choice.date} onTurn={setTurnedTo} onChoose={pick} />
      <WhyNotThatDay
        day={asked && !loading ? dayOf(days, asked, today) : undefined}
        next={asked && nextFreeDay(days, asked)}
        onChoose={pick}
        onWait={choice.move ? undefined : date => change(choose.wait(date, date))}
      />
      <CalendarLegend />
    </div>
  )
}
