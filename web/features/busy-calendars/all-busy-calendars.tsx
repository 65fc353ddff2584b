import { IconCalendarClock, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import styles from '../absences/absences.module.css'
import { BusyCalendarCard } from './busy-calendar-card.tsx'
import { BusyCalendarDialog } from './busy-calendar-dialog.tsx'

type MentorChoices = readonly { id: string; name: string }[]

/** All mentors' external calendars; those that cannot be read come first. */
export function AllBusyCalendars() {
  const mentors = useQuery(queryOptionsOf('GET /api/mentor-list')).data?.data ?? []
  const [entering, setEntering] = useState<MentorChoices>()
  const place = useRef<HTMLDivElement>(null)
  const query = useQuery({ ...queryOptionsOf('GET /api/busy-calendars'), staleTime: 0 })
  const enter = can('Schedule Edit') && (
    <Button icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => setEntering(mentors)}>
      {t('busyCalendars.enter')}
    </Button>
  )
  return (
    <div ref={place} tabIndex={-1} className={styles.all}>
      <div className={styles.head}>
        <p className="soft small">{t('busyCalendars.allText')}</p>
        {query.data?.data.length ? enter : null}
      </div>
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              title={t('busyCalendars.none')}
              icon={<IconCalendarClock size={26} stroke={1.6} aria-hidden="true" />}
              action={enter || undefined}
            >
              <p>{t('busyCalendars.noneText')}</p>
            </EmptyState>
          ) : (
            <ul className={styles.list}>
              {data.map(calendar => (
                <BusyCalendarCard
                  key={calendar.id}
                  calendar={calendar}
                  named
                  onReplace={() => setEntering([calendar.mentor])}
                  onRemoved={() => place.current?.focus()}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {entering && <BusyCalendarDialog mentors={entering} onClose={() => setEntering(undefined)} />}
    </div>
  )
}
