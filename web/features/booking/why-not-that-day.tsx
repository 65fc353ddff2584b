import { useEffect, useRef } from 'react'
import type { FreeDay } from '#contract/search.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { t } from '../../lib/messages.ts'
import { sayDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import type { CalendarDay } from './free-days.ts'
import styles from './steps.module.css'

interface WhyNotThatDayProps {
  /** A day that somebody pressed. */
  day: CalendarDay | undefined
  next: FreeDay | undefined
  onChoose: (date: LocalDate) => void
  /** Waits for a place on that day; not where something else than being full stands in the way. */
  onWait: ((date: LocalDate) => void) | undefined
}

/** A day without free times says why, and leads to the next one that has some. Its place is always there, so that screen readers hear it. */
export function WhyNotThatDay({ day, next, onChoose, onWait }: WhyNotThatDayProps) {
  const place = useRef<HTMLDivElement>(null)
  const date = day?.why ? day.date : undefined
  useEffect(() => {
    if (date) place.current?.scrollIntoView({ block: 'nearest' })
  }, [date])

  return (
    <div ref={place} role="status" className={styles.why}>
      {day?.why && (
        <>
          <p>{t(`booking.whyDay.${day.why}`, { date: sayDate(day.date) })}</p>
          {next && (
            <Button kind="plain" small onClick={() => onChoose(next.date)}>
              {t('booking.nextFree', { date: sayDate(next.date) })}
            </Button>
          )}
          {day.why === 'full' && onWait && (
            <Button kind="plain" small onClick={() => onWait(day.date)}>
              {t('booking.wait')}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
