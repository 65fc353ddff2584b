import type { Appointment } from '#contract/appointments.ts'
import { IconMessage2, IconPrinter } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { formatTimes } from '../../lib/time.ts'
import { formatRelative } from '../../lib/relative-time.ts'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { StatusActions } from '../appointments/status-actions.tsx'
import { InterpreterNeed } from '../people/interpreter-need.tsx'
import { MeetingLink } from '../appointments/appointment-place.tsx'
import { ClientHistory } from './client-history.tsx'
import styles from './mentor-area.module.css'

interface VisitProps {
  appointment: Appointment
  /** Time of the response, in epoch ms. */
  now: number
  /** This client is here or comes next. */
  next: boolean
}

/** "Next, in 20 minutes", or "Started 5 minutes ago" while the client is not here. */
function formatNext({ status, starts_at }: Appointment, now: number): string {
  const relative = status === 'booked' ? formatRelative(starts_at, new Date(now)) : null
  if (!relative) return t('visit.next')
  return Date.parse(starts_at) < now ? t('visit.startedAgo', { ago: relative }) : t('visit.nextSoon', { relative })
}

/** One client's visit: time, questions, earlier appointments and actions. */
export function Visit({ appointment, now, next }: VisitProps) {
  const { status, starts_at, ends_at, time_zone, serial, questions, user } = appointment
  const look = [styles.visit, next && styles.next, status === 'cancelled' && styles.over]
  return (
    <li className={look.filter(Boolean).join(' ')}>
      <div className={styles.visitHead}>
        <span className={styles.times}>{formatTimes(starts_at, ends_at, time_zone)}</span>
        <span className={styles.badges}>
          {next && <Badge tone="warm">{formatNext(appointment, now)}</Badge>}
          <InterpreterNeed appointment={appointment} />
          <StatusBadge status={status} />
        </span>
      </div>
      <div className={styles.person}>
        <PrivateAvatar name={user.name} photo={user.photo} />
        <span className={styles.who}>
          <span className={styles.name}>{user.name}</span>
          <span className="soft small tabular">
            {t('visit.serial', { serial })}
            {user.phone && (
              <>
                {' · '}
                <a className={styles.phone} href={`tel:${user.phone}`} aria-label={t('visit.call', { name: user.name })}>
                  {formatPhone(user.phone)}
                </a>
              </>
            )}
          </span>
        </span>
      </div>
      {questions.length > 0 && (
        <div className={styles.asked}>
          <h3 className="soft small">{t('visit.asked', { name: user.name })}</h3>
          <ul className={styles.questions}>
            {questions.map((question, index) => (
              <li key={index}>
                <bdi>{question}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {questions.length === 0 && status !== 'cancelled' && <p className="soft small">{t('visit.askedNothing')}</p>}
      {appointment.cancelled?.reason && (
        <p className="soft small">{t('visit.cancelledReason', { reason: appointment.cancelled.reason })}</p>
      )}
      {appointment.place.meeting_url && <MeetingLink url={appointment.place.meeting_url} name={user.name} />}
      <StatusActions appointment={appointment} show="words" />
      <More appointment={appointment} />
    </li>
  )
}

/** Earlier appointments, questions to print, and the mentor's feedback. */
function More({ appointment }: Pick<VisitProps, 'appointment'>) {
  const { id, schedule_id, user, questions, feedback, can } = appointment
  const [open, setOpen] = useState(false)
  const listId = useId()
  return (
    <>
      <div className={styles.more}>
        <Button
          small
          aria-expanded={open}
          aria-controls={listId}
          aria-label={t('visit.beforeOf', { name: user.name })}
          onClick={() => setOpen(!open)}
        >
          {t('visit.before')}
        </Button>
        {questions.length > 0 && (
          <ButtonLink
            to={paths.mentorAppointments(schedule_id, { print: id })}
            small
            kind="plain"
            icon={<IconPrinter size={18} aria-hidden="true" />}
            label={t('visit.printOf', { name: user.name })}
          >
            {t('visit.print')}
          </ButtonLink>
        )}
        {can.give_feedback === true && (
          <ButtonLink
            to={paths.feedback({ appointment_id: id })}
            small
            kind="plain"
            icon={<IconMessage2 size={18} aria-hidden="true" />}
            label={t('visit.feedbackOf', { name: user.name })}
          >
            {t('visit.feedback')}
          </ButtonLink>
        )}
        {feedback.mentor && <span className="soft small">{t('visit.feedbackGiven')}</span>}
      </div>
      <div id={listId} hidden={!open}>
        {open && <ClientHistory appointment={appointment} />}
      </div>
    </>
  )
}
