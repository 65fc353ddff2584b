import type { DayAppointment, FreeTime } from '#contract/day.ts'
import { useRef, type KeyboardEvent } from 'react'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { differsInVisitorZone, formatTimes, formatZone } from '../../lib/time.ts'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { readableColourStyle } from '../../ui/colour-contrast.ts'
import { RecordLink } from '../../ui/record-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { appointmentPath } from '../appointments/appointment-path.ts'
import { MeetingLink } from '../appointments/appointment-place.tsx'
import { InterpreterNeed } from '../people/interpreter-need.tsx'
import { StatusActions } from '../appointments/status-actions.tsx'
import { FreeSeats } from '../working-list/row-parts.tsx'
import { lacksOutcome, minutesHere, minutesLate } from './attention.ts'
import styles from './day-entry.module.css'
import type { DayBy, Entry } from './layout-day.ts'
import { MoveHandle, MoveHere } from './move-handle.tsx'
import { useMoving } from './moving.ts'

interface DayEntryProps {
  entry: Entry
  /** The number of its column, for the arrow keys. */
  column: number
  /** What its column tells; without it, the entry names mentor and place. */
  by?: DayBy | undefined
  /** The organisation's zone: an entry in another one says so. */
  zone: string
  now: number
  /** In the mentor's own day: with every action in words, and a link to the session instead of the appointment. */
  own?: boolean
}

/** The element id of an appointment in the day. */
export const entryId = (appointmentId: string): string => `day-${appointmentId}`

/** An appointment with its next step, or a time with free seats. */
export function DayEntry({ entry, ...props }: DayEntryProps) {
  if (entry.kind === 'appointment') return <Booked appointment={entry.appointment} {...props} />
  return <Free entryKey={entry.key} time={entry.time} {...props} />
}

/** A time with free seats, to book or to move an appointment to. */
function Free({ entryKey, time, column, by, zone }: { entryKey: string; time: FreeTime } & Omit<DayEntryProps, 'entry'>) {
  const { appointment: moved, isTarget, aimed } = useMoving()
  const isMoveTarget = isTarget(entryKey)
  const look = [styles.entry, styles.free, isMoveTarget && styles.target, isMoveTarget && aimed === entryKey && styles.aimed]
  return (
    <li
      className={look.filter(Boolean).join(' ')}
      data-entry={column}
      data-target={isMoveTarget ? entryKey : undefined}
      style={readableColourStyle(time.support_type.colour)}
    >
      <span className={styles.head}>
        <span className={styles.times}>{formatTimes(time.starts_at, time.ends_at, time.time_zone)}</span>
        {moved && isMoveTarget ? (
          <MoveHere entryKey={entryKey} time={time} moved={moved} />
        ) : (
          <FreeSeats slot={time} zone={time.time_zone} />
        )}
      </span>
      <span className={styles.second}>{whereOf(time, by, zone)}</span>
    </li>
  )
}

/** The kind, who and where, without what the column tells; and the clock, where it is not the organisation's. */
const whereOf = (
  {
    support_type,
    mentor,
    place,
    starts_at,
    time_zone,
  }: Pick<DayAppointment, 'support_type' | 'mentor' | 'place' | 'starts_at' | 'time_zone'>,
  by: DayBy | undefined,
  zone: string,
): string =>
  [
    differsInVisitorZone(starts_at, time_zone, zone) && formatZone(time_zone),
    support_type.name,
    by !== 'mentor' && mentor.name,
    by !== 'place' && place.name,
  ]
    .filter(Boolean)
    .join(' · ')

function Booked({ appointment, column, by, zone, now, own = false }: { appointment: DayAppointment } & Omit<DayEntryProps, 'entry'>) {
  const { id, user, status, starts_at, ends_at, time_zone, support_type } = appointment
  const item = useRef<HTMLLIElement>(null)
  const over = Date.parse(ends_at) <= now
  // The letters of the buttons work anywhere on the entry.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const button = item.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`)
    if (!button || document.querySelector('dialog[open]')) return
    event.preventDefault()
    button.click()
  }
  const moves = useMoving().appointment?.id === id
  const look = [styles.entry, styles[status], over && styles.over, moves && styles.moves, own && styles.own].filter(Boolean).join(' ')
  return (
    <li
      ref={item}
      id={entryId(id)}
      className={look}
      style={readableColourStyle(support_type.colour)}
      data-entry={column}
      data-appointment
      data-over={over || undefined}
      data-keys="a c d m n u"
      onKeyDown={onKeyDown}
    >
      <span className={styles.head}>
        <span className={styles.times}>{formatTimes(starts_at, ends_at, time_zone)}</span>
        <StatusBadge status={status} />
      </span>
      {own ? (
        <strong className={styles.name}>{user.name}</strong>
      ) : (
        <RecordLink to={appointmentPath(appointment)} className={styles.name}>
          {user.name}
        </RecordLink>
      )}
      <Minutes appointment={appointment} now={now} own={own} />
      <InterpreterNeed appointment={appointment} />
      <span className={styles.second}>
        {[
          own && t('visit.serial', { serial: appointment.serial }),
          whereOf(appointment, by, zone),
          // A number stays in one line.
          !own && user.phone && formatPhone(user.phone).replaceAll(' ', '\u{a0}'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {own ? (
        <OwnActions appointment={appointment} />
      ) : (
        <span className={styles.actions}>
          <StatusActions appointment={appointment} />
          <MoveHandle appointment={appointment} draggable={by !== undefined} />
        </span>
      )}
    </li>
  )
}

/** What a mentor does next, and how to reach the client. */
function OwnActions({ appointment }: { appointment: DayAppointment }) {
  const { user, schedule_id, meeting_url } = appointment
  return (
    <div className={styles.ownActions}>
      <StatusActions appointment={appointment} show="words" />
      {meeting_url && <MeetingLink url={meeting_url} name={user.name} />}
      {user.phone && (
        <a className={styles.phone} href={`tel:${user.phone}`} aria-label={t('visit.call', { name: user.name })}>
          {formatPhone(user.phone)}
        </a>
      )}
      <ButtonLink to={paths.mentorAppointments(schedule_id)} small kind="plain" label={t('visit.openOf', { name: user.name })}>
        {t('mentorArea.open')}
      </ButtonLink>
    </div>
  )
}

/** How long the client has been here, or is late; a mentor reads when the time began. */
function Minutes({ appointment, now, own }: { appointment: DayAppointment; now: number; own: boolean }) {
  if (lacksOutcome(appointment, now)) return <Badge tone="soft">{t('today.noOutcome')}</Badge>
  const here = minutesHere(appointment, now)
  if (here !== null) return <Badge tone="note">{t('today.hereFor', { minutes: here })}</Badge>
  const late = minutesLate(appointment, now)
  if (late === null) return null
  return <Badge tone="warm">{own ? t('today.startedAgo', { minutes: late }) : t('today.lateBy', { minutes: late })}</Badge>
}
