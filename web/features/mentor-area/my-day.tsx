import type { Day } from '#contract/day.ts'
import type { MentorSession } from '#contract/mentors.ts'
import { formatPlainList } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { formatDate, formatTimesThere } from '../../lib/time.ts'
import { formatRelative } from '../../lib/relative-time.ts'
import { useNow } from '../../lib/use-now.ts'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { DayEntry } from '../today/day-entry.tsx'
import { entriesOf } from '../today/layout-day.ts'
import { useLiveDay } from '../today/use-live-day.ts'
import { useEntryKeys } from '../today/use-entry-keys.ts'
import styles from './mentor-area.module.css'
import { SessionRows } from './session-rows.tsx'
import { mergeTimes, splitDay, type DayPart } from './split-day.ts'

/** Refetch interval in ms, for what no stream tells. */
export const refetchIntervalMs = 60_000

/** The mentor's own day: what runs, what follows, what is over, and then today's sessions. */
export function MyDay({ date, sessions }: { date: string; sessions: readonly MentorSession[] }) {
  // The front desk checks clients in too.
  const query = useLiveDay('GET /api/mentor-day', refetchIntervalMs)
  return (
    <section className={styles.section} aria-labelledby="today">
      <h2 id="today">{t('mentorArea.today', { date: formatDate(date) })}</h2>
      {sessions.length === 0 && query.data?.appointments.length === 0 ? (
        <p className="soft">{t('mentorArea.nothingToday')}</p>
      ) : (
        <>
          <Loaded query={query} skeleton={<ListSkeleton rows={3} height="6rem" />}>
            {day => <Entries day={day} />}
          </Loaded>
          {sessions.length > 0 && (
            <section className={styles.day} aria-labelledby="sessions">
              <h3 id="sessions" className={styles.dayTitle}>
                {t('myDay.sessions')}
              </h3>
              <SessionRows sessions={sessions} />
            </section>
          )}
        </>
      )}
    </section>
  )
}

function Entries({ day }: { day: Day }) {
  const now = useNow()
  const place = useEntryKeys()
  const parts = splitDay(entriesOf(day), now)
  const next = parts.later.appointments[0]
  const when = next && formatRelative(next.starts_at, new Date(now))
  // One list: an entry that moves to the next part keeps the focus.
  return (
    <div ref={place}>
      <ol className={styles.entries}>
        {[
          <Heading key="now" text={t('myDay.now')} />,
          parts.now.appointments.length === 0 && (
            <li key="nothing now" className="soft">
              {t('myDay.nothingNow')} {when && t('myDay.nextAt', { when })}
            </li>
          ),
          ...entriesIn(parts.now, 'now'),
          <Heading key="later" text={t('myDay.later')} />,
          !next && (
            <li key="nothing later" className="soft">
              {t('myDay.nothingLater')}
            </li>
          ),
          ...entriesIn(parts.later, 'later'),
          parts.earlier.appointments.length > 0 && <Heading key="earlier" text={t('myDay.earlier')} />,
          ...entriesIn(parts.earlier, 'earlier'),
        ]}
      </ol>
    </div>
  )

  function entriesIn({ appointments, free }: DayPart, part: string) {
    return [
      ...appointments.map(entry => <DayEntry key={entry.key} entry={entry} column={0} by="mentor" zone={day.time_zone} now={now} own />),
      free.length > 0 && <FreeTimes key={`free ${part}`} free={free} zone={day.time_zone} now={now} />,
    ]
  }
}

const Heading = ({ text }: { text: string }) => (
  <li className={styles.part}>
    <h3>{text}</h3>
  </li>
)

/** Free times in one line, which opens. */
function FreeTimes({ free, zone, now }: { free: DayPart['free']; zone: string; now: number }) {
  const times = mergeTimes(free.map(({ time }) => time)).map(({ starts_at, ends_at, time_zone }) =>
    formatTimesThere(starts_at, ends_at, time_zone),
  )
  return (
    <li>
      <details className={styles.fold}>
        <summary>{t('myDay.free', { count: free.length, times: formatPlainList(times) })}</summary>
        <ol className={styles.entries}>
          {free.map(entry => (
            <DayEntry key={entry.key} entry={entry} column={0} by="mentor" zone={zone} now={now} own />
          ))}
        </ol>
      </details>
    </li>
  )
}
