import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatDate } from '../../lib/time.ts'
import { formatMonth } from '../../lib/calendar-words.ts'
import { startOfWeek } from '../../lib/week.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { stepDate, type PlannerParams } from './planner-params.ts'
import styles from './planner.module.css'

/** Which days are shown, those before and after them, and the way back to today. The address holds the date. */
export function StepLine({ view, date, today, days }: Pick<PlannerParams, 'view' | 'date' | 'today' | 'days'>) {
  const [, setParams] = useSearchParams<'planner'>()
  const go = (to: string) => setParams({ date: to === today ? undefined : to })
  return (
    <div className={styles.where}>
      <IconButton label={t(`planner.before.${view}`)} onClick={() => go(stepDate(view, date, -1))}>
        <IconChevronLeft size={22} aria-hidden="true" className={styles.flips} />
      </IconButton>
      <h2 tabIndex={-1} aria-live="polite">
        {titleOf(view, date)}
      </h2>
      <IconButton label={t(`planner.after.${view}`)} onClick={() => go(stepDate(view, date, 1))}>
        <IconChevronRight size={22} aria-hidden="true" className={styles.flips} />
      </IconButton>
      {!days.includes(today) && (
        <Button kind="plain" small onClick={() => go(today)}>
          {t('today.title')}
        </Button>
      )}
    </div>
  )
}

function titleOf(view: PlannerParams['view'], date: string): string {
  if (view === 'day') return formatDate(date)
  return view === 'month' ? formatMonth(date) : t('week.label', { day: formatDate(startOfWeek(date)) })
}
