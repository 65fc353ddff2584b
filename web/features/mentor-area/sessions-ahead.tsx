import { daysBetween } from '#domain/time/local-date.ts'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { MyTimeOff } from '../absences/my-time-off.tsx'
import { MyProposals } from '../hours-proposals/my-proposals.tsx'
import { groupByDay } from '../schedules/group-by-day.ts'
import styles from './mentor-area.module.css'
import { MyDay, refetchIntervalMs } from './my-day.tsx'
import { SessionDays } from './session-days.tsx'

/** Upcoming days shown at first: two working weeks. */
const daysShown = 10

/** Today, then planned sessions, then the mentor's time off and proposed hours. */
export function SessionsAhead() {
  const query = useQuery({ ...queryOptionsOf('GET /api/mentor-schedule'), refetchInterval: refetchIntervalMs })
  return (
    <>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="8rem" />}>
        {({ data, from, to }) => {
          const days = groupByDay(data)
          const ahead = days.filter(({ date }) => date > from)
          const count = daysBetween(from, to)
          if (days.length === 0) {
            return (
              <EmptyState title={t('mentorArea.nothingAheadTitle')} icon={<IconCalendarOff size={26} stroke={1.6} aria-hidden="true" />}>
                <p>{t('mentorArea.nothingAheadText', { days: count })}</p>
              </EmptyState>
            )
          }
          return (
            <div className={styles.columns}>
              <MyDay date={from} sessions={days.filter(({ date }) => date <= from).flatMap(({ schedules }) => schedules)} />
              <section className={styles.section} aria-labelledby="ahead">
                <h2 id="ahead">{t('mentorArea.ahead')}</h2>
                {ahead.length === 0 ? (
                  <p className="soft">{t('mentorArea.nothingAfterToday', { days: count })}</p>
                ) : (
                  <SessionDays days={ahead} first={daysShown} />
                )}
              </section>
            </div>
          )
        }}
      </Loaded>
      <MyTimeOff />
      <MyProposals />
    </>
  )
}
