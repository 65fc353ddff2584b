import { addDays, isLocalDate, localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { IconCalendarOff, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatDate } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Button } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { groupByDay } from '../schedules/group-by-day.ts'
import styles from './mentor-area.module.css'
import { SessionDays } from './session-days.tsx'

/** Number of days per page. */
const spanDays = 28

/** Past sessions, newest first, four weeks per page. The address holds the page. */
export function SessionsPast() {
  const [params, setParams] = useSearchParams<'mentor'>()
  const [yesterday] = useState(() => addDays(localDateOf(Temporal.Now.instant(), visitorZone()), -1))
  const to = params.until && isLocalDate(params.until) && params.until < yesterday ? params.until : yesterday
  const from = addDays(to, 1 - spanDays)
  const query = useQuery({ ...queryOptionsOf('GET /api/mentor-schedule', { query: { from, to } }), placeholderData: keepPreviousData })
  const between = { from: formatDate(from), to: formatDate(to) }
  return (
    <section className={styles.section} aria-labelledby="past">
      <div className={styles.pages}>
        <h2 id="past">{t('mentorArea.past')}</h2>
        <p className="soft small tabular" role="status">
          {t('mentorArea.between', between)}
        </p>
      </div>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="6rem" />}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState title={t('mentorArea.nothingPastTitle')} icon={<IconCalendarOff size={26} stroke={1.6} aria-hidden="true" />}>
              <p>{t('mentorArea.nothingPastText', between)}</p>
            </EmptyState>
          ) : (
            <SessionDays days={groupByDay(data.toReversed())} first={spanDays} />
          )
        }
      </Loaded>
      <div className={styles.pages}>
        <Button icon={<IconChevronLeft size={18} aria-hidden="true" />} onClick={() => setParams({ until: addDays(from, -1) })}>
          {t('mentorArea.earlier')}
        </Button>
        {to < yesterday && (
          <Button onClick={() => setParams({ until: addDays(to, spanDays) < yesterday ? addDays(to, spanDays) : undefined })}>
            {t('mentorArea.later')}
            <IconChevronRight size={18} aria-hidden="true" />
          </Button>
        )}
      </div>
    </section>
  )
}
