import type { Planner, PlannerSession } from '#contract/planner.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import type { CSSProperties } from 'react'
import { t } from '../../lib/messages.ts'
import { Link } from '../../ui/link.tsx'
import { Occupancy } from '../schedules/occupancy.tsx'
import { dateOf, formatTimesOn } from './local-times.ts'
import { formatClock, type Lookup } from './lookup.ts'
import styles from './planner.module.css'
import { useBoardRights } from './rights.ts'

interface PhoneDayProps {
  date: LocalDate
  planner: Planner
  lookup: Lookup
  shown: ReadonlySet<string>
  onOpen: (id: string) => void
}

/** A day as a list by time, after the absences. */
export function PhoneDay({ date, planner, lookup, shown, onOpen }: PhoneDayProps) {
  const sessions = planner.sessions
    .filter(({ starts_local }) => dateOf(starts_local) === date)
    .toSorted((a, b) => a.starts_local.localeCompare(b.starts_local))
  const closed = planner.closed.filter(day => day.date === date)
  const away = planner.away.filter(({ starts_local, ends_local }) => starts_local < `${date}T24` && ends_local > `${date}T00:00`)
  if (sessions.length + closed.length + away.length === 0) return <p className="soft">{t('planner.noSessions')}</p>
  return (
    <ul className={`${styles.dayList} no-print`}>
      {closed.map(({ place_id, reason }) => (
        <li key={place_id} className={styles.away}>
          <strong>{t('week.placeClosed', { place: lookup.placeOf({ place_id }) })}</strong> <bdi>{reason}</bdi>
        </li>
      ))}
      {away.map(({ mentor_id, kind, ...period }) => (
        <li key={`${mentor_id} ${period.starts_local}`} className={styles.away}>
          <strong>{lookup.mentorsOf({ mentor_ids: [mentor_id] })}</strong> {t(`planner.${kind}`)} {formatTimesOn(date, period)}
        </li>
      ))}
      {sessions.map(session => (
        <li key={session.id}>
          <PhoneSession session={session} lookup={lookup} isShown={shown.has(session.id)} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function PhoneSession({ session, lookup, isShown, onOpen }: Pick<PhoneDayProps, 'lookup' | 'onOpen'> & PhoneSessionProps) {
  const { pageOf } = useBoardRights()
  const own = {
    'data-session': session.id,
    'data-shown': isShown || undefined,
    style: { '--colour': lookup.colourOf(session) } as CSSProperties,
  }
  const content = (
    <>
      <span>
        <strong className="tabular">{formatClock(session)}</strong> {lookup.typeOf(session)}{' '}
        {session.status === 'draft' && <span className={styles.warm}>{t('schedules.draft')}</span>}
      </span>
      <span className="soft">
        {[!pageOf && lookup.mentorsOf(session), lookup.placeOf(session), lookup.zoneOf(session)].filter(Boolean).join(' · ')}
      </span>
      <Occupancy seats={{ ...session.seats, free: session.seats.total - session.seats.taken }} />
    </>
  )
  if (pageOf)
    return (
      <Link to={pageOf(session)} {...own}>
        {content}
      </Link>
    )
  return (
    <button type="button" onClick={() => onOpen(session.id)} {...own}>
      {content}
    </button>
  )
}

interface PhoneSessionProps {
  session: PlannerSession
  isShown: boolean
}
