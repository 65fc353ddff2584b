import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import styles from '../absences/absences.module.css'
import { BusyCalendarCard } from './busy-calendar-card.tsx'
import { BusyCalendarDialog } from './busy-calendar-dialog.tsx'

/** A calendar that was just entered is looked at again after so long, in milliseconds, until it has been read. */
const soon = 5000

/** The own calendar of the mentor who is logged in. A section with a heading of its own. */
export function MyBusyCalendar() {
  const user = useSession()?.user
  const [entering, setEntering] = useState(false)
  const place = useRef<HTMLElement>(null)
  const query = useQuery({
    ...queryOptionsOf('GET /api/busy-calendars', { query: { mentor_id: user?.id ?? '' } }),
    enabled: !!user,
    refetchInterval: ({ state: { data } }) => (data?.data.some(({ read_at, failing }) => !read_at && !failing) ? soon : false),
  })
  if (!user) return null
  return (
    <section id="busy-times" ref={place} tabIndex={-1} className={styles.all} aria-label={t('busyCalendars.mine')}>
      <div className={styles.head}>
        <h2>{t('busyCalendars.mine')}</h2>
        {query.data?.data.length === 0 && (
          <Button small icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => setEntering(true)}>
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
      {entering && <BusyCalendarDialog mentors={[user]} onClose={() => setEntering(false)} />}
    </section>
  )
}
