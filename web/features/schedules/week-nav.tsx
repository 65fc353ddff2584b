import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addDays, type LocalDate } from '#domain/time/local-date.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatDate } from '../../lib/time.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import styles from './schedules.module.css'
import { ViewSwitch } from './view-switch.tsx'
import type { WeekBy } from './week-layout.ts'

interface WeekNavProps {
  monday: LocalDate
  thisMonday: LocalDate
  by: WeekBy
  /** Offers the choice of rows. */
  rows: boolean
}

/** Moves between weeks and chooses the rows. */
export function WeekNav({ monday, thisMonday, by, rows }: WeekNavProps) {
  const [, setParams] = useSearchParams<'schedules'>()
  const go = (date: LocalDate) => setParams({ week: date === thisMonday ? undefined : date })
  return (
    <div className={styles.weekNav}>
      <IconButton label={t('week.before')} onClick={() => go(addDays(monday, -7))}>
        <IconChevronLeft size={22} aria-hidden="true" />
      </IconButton>
      <h2 className={styles.weekTitle} aria-live="polite">
        {t('week.label', { day: formatDate(monday) })}
      </h2>
      <IconButton label={t('week.after')} onClick={() => go(addDays(monday, 7))}>
        <IconChevronRight size={22} aria-hidden="true" />
      </IconButton>
      {monday !== thisMonday && (
        <Button kind="plain" small onClick={() => go(thisMonday)}>
          {t('week.today')}
        </Button>
      )}
      {rows && (
        <div className={styles.weekRows}>
          <ViewSwitch
            label={t('week.by')}
            value={by}
            options={[
              { value: 'place', label: t('week.byPlace') },
              { value: 'mentor', label: t('week.byMentor') },
            ]}
            onChange={next => setParams({ by: next === 'place' ? undefined : next }, { replace: true })}
          />
        </div>
      )}
    </div>
  )
}
