import type { Appointment } from '#contract/appointments.ts'
import type { Slot } from '#contract/schedules.ts'
import { holdsSeat } from '#domain/booking/status.ts'
import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { IconMessage2, IconPlus, IconUserHeart } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { formatMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { formatPhone } from '../../lib/phone.ts'
import { can } from '../../lib/session.ts'
import { formatTime } from '../../lib/time.ts'
import { choose } from '../booking/choice.ts'
import { InterpreterNeed } from '../people/interpreter-need.tsx'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './working-list.module.css'

/** The client; links to the appointment for users who may change it. */
export function ClientLine({ appointment: { id, schedule_id, user } }: { appointment: Appointment }) {
  return (
    <span className={styles.client}>
      <PrivateAvatar name={user.name} photo={user.photo} size="small" />
      <span className={styles.clientText}>
        {can('Appointment Edit') ? (
          <RecordLink to={paths.appointmentEdit(schedule_id, id)} className={styles.name}>
            {user.name}
          </RecordLink>
        ) : (
          <span className={styles.name}>{user.name}</span>
        )}
        <span className={styles.second}>{user.phone ? formatPhone(user.phone) : t('personPicker.noPhone')}</span>
      </span>
    </span>
  )
}

/** The mentor, and whether the client requested this mentor. */
export function MentorLine({ appointment: { mentor, requested_mentor_id } }: { appointment: Appointment }) {
  return (
    <span>
      <bdi>{mentor.name}</bdi>
      {requested_mentor_id === mentor.id && (
        <span className={styles.asked} title={t('workingList.askedFor')}>
          <IconUserHeart size={16} aria-hidden="true" />
          <span className="visually-hidden">{t('workingList.askedFor')}</span>
        </span>
      )}
      {requested_mentor_id !== null && requested_mentor_id !== mentor.id && (
        <span className={styles.second}>{t('workingList.askedForAnother')}</span>
      )}
    </span>
  )
}

/** Status and markers. */
export function StateLine({ appointment, next }: { appointment: Appointment; next: boolean }) {
  const { status, price, payment, excused_at } = appointment
  const owes = price.amount > 0 && payment.status === 'unpaid' && holdsSeat(status)
  return (
    <span className={styles.state}>
      <StatusBadge status={status} />
      {next && <Badge tone="warm">{t('workingList.next')}</Badge>}
      <InterpreterNeed appointment={appointment} />
      {excused_at && <Badge>{t('workingList.excused')}</Badge>}
      {owes && <span className={styles.second}>{t('workingList.owes', { price: formatMoney(price) })}</span>}
      {price.amount > 0 && payment.status !== 'unpaid' && (
        <span className={styles.second}>{t(`workingList.payment.${payment.status}`)}</span>
      )}
    </span>
  )
}

/** Link to the client's questions, to print. */
export function QuestionsLink({ appointment: { id, questions, user } }: { appointment: Appointment }) {
  if (questions.length === 0) return <span className="soft">{t('workingList.noQuestions')}</span>
  return (
    <Link
      to={paths.questionPrint(id)}
      className={styles.questions}
      aria-label={t('workingList.questionsOf', { count: questions.length, name: user.name })}
    >
      <IconMessage2 size={18} aria-hidden="true" />
      {t('workingList.questions', { count: questions.length })}
    </Link>
  )
}

/** The time as chosen on the booking page: only the client is left to choose. */
const toSlotChoice = ({ schedule_id, starts_at, mentor }: Pick<Slot, 'schedule_id' | 'mentor' | 'starts_at'>, zone: string) => ({
  ...choose.time(localDateOf(Temporal.Instant.from(starts_at), zone), schedule_id, starts_at),
  ...choose.with(mentor.id),
  ...choose.confirm(),
})

/** Free seats, with a link to book for users who may. */
export function FreeSeats({ slot, zone }: { slot: Pick<Slot, 'schedule_id' | 'mentor' | 'starts_at' | 'free'>; zone: string }) {
  const words = t('workingList.free', { count: slot.free })
  if (!can('Appointment Create')) return <span className="soft">{words}</span>
  return (
    <Link
      to={paths.appointmentCreate(slot.schedule_id, toSlotChoice(slot, zone))}
      className={styles.book}
      aria-label={t('workingList.bookAt', { time: formatTime(slot.starts_at, zone), mentor: slot.mentor.name })}
    >
      <IconPlus size={18} aria-hidden="true" />
      {words}
    </Link>
  )
}
