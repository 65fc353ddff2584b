import { IconCalendarRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { WeeklyHoursCard } from './weekly-hours-card.tsx'
import styles from './weekly-hours.module.css'

/** Weekly hours of all mentors. */
export function WeeklyHoursList({ ref: section }: { ref: RefObject<HTMLElement | null> }) {
  const query = useQuery(queryOptionsOf('GET /api/weekly-hours'))
  const onEnded = useFocusAfterRemoval(query.data?.data, () => section.current?.focus())
  return (
    <section ref={section} tabIndex={-1} aria-label={t('weeklyHours.title')}>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={t('weeklyHours.noneTitle')} icon={<IconCalendarRepeat size={26} stroke={1.6} aria-hidden="true" />}>
              <p>{t('weeklyHours.noneText')}</p>
            </EmptyState>
          ) : (
            <ul className={styles.list}>
              {data.map(hours => (
                <WeeklyHoursCard key={hours.id} hours={hours} onEnded={() => onEnded(hours.id)} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  )
}
