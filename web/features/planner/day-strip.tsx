import type { PageAddress } from '#contract/pages.ts'
import type { Planner } from '#contract/planner.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { formatNumber } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { formatDate } from '../../lib/time.ts'
import { formatBriefWeekday } from '../../lib/calendar-words.ts'
import { Link } from '../../ui/link.tsx'
import { dateOf } from './local-times.ts'
import styles from './planner.module.css'

interface DayStripProps {
  days: readonly LocalDate[]
  date: LocalDate
  planner: Planner
  pathOf: (day: LocalDate) => PageAddress
}

/** The days of a week on a phone, each with its number of sessions. */
export function DayStrip({ days, date, planner, pathOf }: DayStripProps) {
  return (
    <nav aria-label={t('planner.days')}>
      <ul className={`${styles.strip} no-print`}>
        {days.map(day => {
          const count = planner.sessions.filter(({ starts_local }) => dateOf(starts_local) === day).length
          return (
            <li key={day}>
              <Link to={pathOf(day)} aria-current={day === date ? 'date' : undefined}>
                <span aria-hidden="true">{formatBriefWeekday(day)}</span>
                <strong aria-hidden="true">{formatNumber(Number(day.slice(8)))}</strong>
                <span aria-hidden="true">{count > 0 ? formatNumber(count) : '–'}</span>
                <span className="visually-hidden">{`${formatDate(day)}, ${t('planner.sessions', { count })}`}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
