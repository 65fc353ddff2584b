import type { FreeDay } from '#contract/search.ts'
import { t } from '../../../lib/messages.ts'
import { useSite } from '../../../lib/site.ts'
import { Button } from '../../../ui/button.tsx'
import { choose, type Choice, type ChangeChoice } from '../choice.ts'
import { ContactLine } from '../contact-line.tsx'
import { reasonWithoutFreeDay, type CalendarDay, dayOf } from './free-days.ts'
import { nextOpening } from './next-opening.ts'
import styles from './unavailable.module.css'
import { useEffect, useRef } from 'react'
import type { LocalDate } from '#domain/time/local-date.ts'
import { formatDate, formatDateTime } from '../../../lib/time.ts'
import { todayInVisitorZone } from '../../../lib/today.ts'
import type { SearchResult } from '../search.ts'

interface NoFreeDaysProps {
  days: readonly FreeDay[]
  choice: Choice
  change: ChangeChoice
  onLater: () => void
  /** Opens the waiting list for these weeks. */
  onWait: (() => void) | undefined
}

const isFiltered = ({ mentor, place, language, staff }: Choice) =>
  [mentor, place, language, staff?.weekday, staff?.part].some(filter => filter !== undefined)

/** Reasons for which the waiting list is of no use. */
const withoutWaitingList = new Set(['not_open_yet', 'closed_day'])

/** Shown when no requested week has a free time: the reason and what to do now. */
export function NoFreeDays({ days, choice, change, onLater, onWait }: NoFreeDaysProps) {
  const contact = useSite()?.contact
  const why = reasonWithoutFreeDay(days)
  const filtered = isFiltered(choice)
  if (!why) return null
  return (
    <div className={styles.noDay} role="status">
      <h3>{t(`booking.whyAll.${why}`)}</h3>
      <p className="soft">
        {t(filtered ? 'booking.whyAll.textFiltered' : 'booking.whyAll.text')} {!choice.staff && <ContactLine contact={contact} />}
      </p>
      <div className={styles.actions}>
        {filtered && (
          <Button kind="primary" onClick={() => change(choose.clearFilters(), { replace: true })}>
            {t('booking.anything')}
          </Button>
        )}
        {onWait && !withoutWaitingList.has(why) && (
          <Button kind={filtered ? 'quiet' : 'primary'} onClick={onWait}>
            {t('booking.wait')}
          </Button>
        )}
        <Button onClick={onLater}>{t('booking.calendar.later')}</Button>
      </div>
    </div>
  )
}

interface DayUnavailableProps {
  /** The selected day. */
  day: CalendarDay | undefined
  next: FreeDay | undefined
  onChoose: (date: LocalDate) => void
  /** Opens the waiting list for a full day. */
  onWait: ((date: LocalDate) => void) | undefined
}

/**
 * Why the selected day has no free times, and the next free day. Always rendered, so that screen readers
 * announce it.
 */
export function DayUnavailable({ day, next, onChoose, onWait }: DayUnavailableProps) {
  const container = useRef<HTMLDivElement>(null)
  const date = day?.why ? day.date : undefined
  useEffect(() => {
    if (date) container.current?.scrollIntoView({ block: 'nearest' })
  }, [date])

  return (
    <div ref={container} role="status" className={styles.why}>
      {day?.why && (
        <>
          <p>{t(`booking.whyDay.${day.why}`, { date: formatDate(day.date) })}</p>
          {next && (
            <Button kind="plain" small onClick={() => onChoose(next.date)}>
              {t('booking.nextFree', { date: formatDate(next.date) })}
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

interface NoFreeTimesProps {
  answer: SearchResult
  date: LocalDate
  choice: Choice
  change: ChangeChoice
}

/** Shown when the chosen day has no free time: the reason and what to do now. */
export function NoFreeTimes({ answer, date, choice, change }: NoFreeTimesProps) {
  const contact = useSite()?.contact
  const why = dayOf(answer.days, date, todayInVisitorZone()).why ?? 'full'
  const next = nextOpening(answer.schedules ?? [])
  const filtered = isFiltered(choice)
  return (
    <div className={styles.noDay} role="status">
      <p>
        {why === 'not_open_yet' && next
          ? t('booking.whyDay.not_open_yet_until', {
              date: formatDate(date),
              opens: formatDateTime(next.opens, next.zone),
            })
          : t(`booking.whyDay.${why}`, { date: formatDate(date) })}{' '}
        {why === 'notice' && <ContactLine contact={contact} />}
      </p>
      <div className={styles.actions}>
        {why === 'full' && !choice.move && !choice.staff && (
          <Button kind="primary" onClick={() => change(choose.wait(date, date))}>
            {t('booking.wait')}
          </Button>
        )}
        {filtered && <Button onClick={() => change(choose.clearFilters(), { replace: true })}>{t('booking.anything')}</Button>}
        <Button onClick={() => change(choose.date(undefined), { replace: true })}>{t('booking.times.otherDay')}</Button>
      </div>
    </div>
  )
}
