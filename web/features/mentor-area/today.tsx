import type { MentorSession } from '#contract/mentors.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatDate } from '../../lib/time.ts'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import styles from './mentor-area.module.css'
import { nextVisit } from './next-visit.ts'
import { SessionCard } from './session-card.tsx'
import { Visit } from './visit.tsx'

/** Refetch interval in ms: the front desk checks clients in too. */
export const refetchIntervalMs = 60_000

/** Today's clients in order, each with the next step. */
export function Today({ date, sessions }: { date: string; sessions: readonly MentorSession[] }) {
  return (
    <section className={styles.section} aria-labelledby="today">
      <h2 id="today">{t('mentorArea.today', { date: formatDate(date) })}</h2>
      {sessions.length === 0 ? (
        <p className="soft">{t('mentorArea.nothingToday')}</p>
      ) : (
        <ul className={styles.list}>
          {nextFirst(sessions).map(session => (
            <SessionCard key={session.id} session={session}>
              {hasVisits(session) && <Visits scheduleId={session.id} />}
            </SessionCard>
          ))}
        </ul>
      )}
    </section>
  )
}

const isOver = ({ availability, status }: MentorSession): boolean => availability === 'past' || status === 'cancelled'

/** Sessions that are over come last. */
const nextFirst = (sessions: readonly MentorSession[]): MentorSession[] =>
  sessions.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))

/** Lists the clients until each appointment has an outcome. */
function hasVisits(session: MentorSession): boolean {
  const { pending, booked, arrived, fulfilled, noshow } = session.counts
  if (session.status === 'cancelled') return false
  return pending + booked + arrived > 0 || (!isOver(session) && fulfilled + noshow > 0)
}

function Visits({ scheduleId }: { scheduleId: string }) {
  const query = useQuery({
    ...queryOptionsOf('GET /api/mentor-appointments', { query: { schedule_id: scheduleId } }),
    refetchInterval: refetchIntervalMs,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={2} height="6rem" />}>
      {({ data }) => {
        const next = nextVisit(data, query.dataUpdatedAt)
        const standing = data.filter(({ status }) => status !== 'cancelled')
        return (
          <ul className={`${styles.list} ${styles.twoColumns}`} aria-label={t('mentorSession.who')}>
            {standing.map(appointment => (
              <Visit key={appointment.id} appointment={appointment} now={query.dataUpdatedAt} next={appointment.id === next?.id} brief />
            ))}
          </ul>
        )
      }}
    </Loaded>
  )
}
