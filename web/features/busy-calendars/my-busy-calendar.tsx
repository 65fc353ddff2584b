import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { lazyPart, preparing } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import styles from '../absences/absences.module.css'
import { BusyCalendarCard } from './busy-calendar-card.tsx'

const BusyCalendarDialog = lazyPart(async () => ({ default: (await import('./busy-calendar-dialog.tsx')).BusyCalendarDialog }))

/** Refetch interval in ms until a new calendar has been read. */
const refetchIntervalMs = 5000

/** The logged-in mentor's external calendar. A section with its own heading. */
export function MyBusyCalendar() {
  const user = useSession()?.user
  const [entering, setEntering] = useState(false)
  const place = useRef<HTMLElement>(null)
  const query = useQuery({
    ...queryOptionsOf('GET /api/busy-calendars', { query: { mentor_id: user?.id ?? '' } }),
    enabled: !!user,
    refetchInterval: ({ state: { data } }) => (data?.data.some(({ read_at, failing }) => !read_at && !failing) ? refetchIntervalMs : false),
  })
  if (!user) return null
  return (
    <section id="busy-times" ref={place} tabIndex={-1} className={styles.all} aria-label={t('busyCalendars.mine')}>
      <div className={styles.head}>
        <h2>{t('busyCalendars.mine')}</h2>
        {query.data?.data.length === 0 && (
          <Button
            small
            icon={<IconPlus size={18} aria-hidden="true" />}
            {...preparing(BusyCalendarDialog)}
            onClick={() => setEntering(true)}
          >
            {t('busyCalendars.enter')}
          </Button>
        )}
      </div>
      <p className="soft small">{t('busyCalendars.mineText')}</p>
      <Loaded query={query} skeleton={<ListSkeleton rows={1} />}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="soft">{t('busyCalendars.noneMine')}</p>
          ) : (
            <ul className={styles.list}>
              {data.map(calendar => (
                <BusyCalendarCard
                  key={calendar.id}
                  calendar={calendar}
                  named={false}
                  onReplace={() => setEntering(true)}
                  onRemoved={() => place.current?.focus()}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {entering && (
        <Suspense fallback={null}>
          <BusyCalendarDialog mentors={[user]} onClose={() => setEntering(false)} />
        </Suspense>
      )}
    </section>
  )
}
