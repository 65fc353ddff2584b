import type { DayAppointment } from '#contract/day.ts'
import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatTime, withZone } from '../../lib/time.ts'
import { Link } from '../../ui/link.tsx'
import { findAttention } from './attention.ts'
import { entryId } from './day-entry.tsx'
import styles from './today.module.css'

/** Names shown in each list; the rest is in the day below. */
const maxNames = 6

/** Who waits, who is late, which requests wait for an answer: each name moves the focus to its entry. */
export function AttentionLists({ appointments, now }: { appointments: readonly DayAppointment[]; now: number }) {
  const { here, late, requests, withoutOutcome } = findAttention(appointments, now)
  const minutes = (list: typeof here) => list.map(({ appointment, minutes }) => ({ appointment, note: t('today.minutes', { minutes }) }))
  return (
    <section className={`${styles.attention} no-print`} aria-label={t('today.attention')}>
      <Names title={t('today.here', { count: here.length })} people={minutes(here)} />
      <Names title={t('today.late', { count: late.length })} people={minutes(late)} />
      <Names
        title={t('today.requests', { count: requests.length })}
        people={requests.map(appointment => {
          const { starts_at, time_zone } = appointment
          return { appointment, note: withZone(formatTime(starts_at, time_zone), starts_at, time_zone) }
        })}
      />
      {withoutOutcome.length > 0 && (
        <p>
          <Link to={paths.dashboardList('unclosed')}>{t('today.withoutOutcome', { count: withoutOutcome.length })}</Link>
        </p>
      )}
    </section>
  )
}

interface NamesProps {
  title: string
  people: readonly { appointment: DayAppointment; note: string }[]
}

const Names = ({ title, people }: NamesProps): ReactNode => (
  <div className={styles.names}>
    <h2>{title}</h2>
    {people.length > 0 && (
      <ul>
        {people.slice(0, maxNames).map(({ appointment: { id, user, mentor }, note }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.nameButton}
              title={t('today.with', { mentor: mentor.name })}
              onClick={() => showEntry(id)}
            >
              <bdi>{user.name}</bdi>{' '}
              <span className={styles.note}>
                <bdi>{note}</bdi>
              </span>
            </button>
          </li>
        ))}
        {people.length > maxNames && <li className="soft small">{t('today.more', { count: people.length - maxNames })}</li>}
      </ul>
    )}
  </div>
)

/** Scrolls to an appointment of the day and focuses its first control. */
function showEntry(id: string): void {
  const entry = document.getElementById(entryId(id))
  entry?.scrollIntoView({ block: 'center', inline: 'center' })
  entry?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
}
