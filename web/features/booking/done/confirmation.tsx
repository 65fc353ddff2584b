import type { Appointment } from '#contract/appointments.ts'
import type { Schedule } from '#contract/schedules.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { IconPrinter } from '@tabler/icons-react'
import { useContentLanguage } from '../../../lib/content-language.ts'
import { formatNumber } from '../../../lib/format-values.ts'
import { t } from '../../../lib/messages.ts'
import { formatMoney } from '../../../lib/money.ts'
import { paths } from '../../../lib/paths.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { DateTime } from '../../../ui/date-time.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextProof } from '../../../ui/text-proof.tsx'
import { SupportTypeMark } from '../../../ui/support-type-mark.tsx'
import { AddToCalendar, CalendarLinks } from '../../appointments/add-to-calendar.tsx'
import styles from './confirmation.module.css'
import { LatestMessage } from '../../appointments/sent-messages.tsx'
import { AppointmentPlace } from '../../appointments/appointment-place.tsx'
import { type ReactNode, useEffect } from 'react'
import { useSite } from '../../../lib/site.ts'
import { changeDeadlineOf, formatDeadline } from '../change-deadline.ts'
import { useAcceptances } from '../required-contracts.ts'

interface ConfirmationProps {
  appointment: Appointment
  /** With the note for clients. */
  schedule: Pick<Schedule, 'note' | 'untranslated'> | undefined
  /** The appointment before the move that led here. */
  movedFrom: Appointment | undefined
}

/** The confirmation: what to know on the day, the agreed terms and further actions. */
export function Confirmation({ appointment, schedule, movedFrom }: ConfirmationProps) {
  const { reference, status, support_type, starts_at, ends_at, time_zone, mentor, serial, price, questions, place, meeting } = appointment
  const online = place.kind === 'online'
  const languageOf = useContentLanguage()
  return (
    <div className={styles.confirmation}>
      {status === 'pending' && <Notice>{t('booking.done.pending')}</Notice>}
      <div className={styles.ticket}>
        <div className={styles.reference}>
          <p className={styles.label}>{t('booking.done.reference')}</p>
          <p className={styles.code}>{formatReference(reference)}</p>
          <p className="soft small">{t('booking.done.referenceHint')}</p>
        </div>
        <dl className={styles.terms}>
          <Term label={t('booking.done.when')}>
            <strong>
              <DateTime starts={starts_at} ends={ends_at} zone={time_zone} />
            </strong>
            {movedFrom && (
              <span className="soft small">
                {t('booking.done.movedFrom')} <DateTime starts={movedFrom.starts_at} ends={movedFrom.ends_at} zone={movedFrom.time_zone} />
              </span>
            )}
            <SupportTypeMark name={support_type.name} colour={support_type.colour} />
          </Term>
          <Term label={t('booking.done.where')}>
            <AppointmentPlace place={place} mentor={mentor.name} meeting={meeting} />
          </Term>
          <Term label={t('booking.done.who')}>
            <span className={styles.person}>
              <Avatar name={mentor.name} photo={mentor.photo} />
              <bdi>{mentor.name}</bdi>
            </span>
          </Term>
          <Term label={t('booking.done.serial')}>
            <strong className={styles.serial}>{formatNumber(serial)}</strong>
            {!online && <span className="soft small">{t('booking.done.serialHint')}</span>}
          </Term>
          <Term label={t('booking.done.price')}>{formatMoney(price)}</Term>
        </dl>
      </div>
      <LatestMessage appointmentId={appointment.id} />
      <div className={`${styles.next} no-print`}>
        <div className={styles.actions}>
          <AddToCalendar appointment={appointment} primary />
          <ButtonLink to={paths.myAppointment(appointment.id)}>{t('booking.done.change')}</ButtonLink>
          <Button icon={<IconPrinter size={20} stroke={1.7} aria-hidden="true" />} onClick={() => print()}>
            {t('booking.done.print')}
          </Button>
        </div>
        <CalendarLinks appointment={appointment} />
      </div>
      <section className={styles.section}>
        <h2>{t('booking.done.bring')}</h2>
        <p>{t(online ? 'booking.done.bringOnline' : 'booking.done.bringText')}</p>
        {schedule?.note && <p {...languageOf(schedule, 'note')}>{schedule.note}</p>}
      </section>
      {questions.length > 0 && (
        <section className={styles.section}>
          <h2>{t('booking.done.asked')}</h2>
          <ul>
            {questions.map((question, index) => (
              <li key={index}>
                <bdi>{question}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      <AgreedTerms appointment={appointment} />
      <div className={`${styles.onward} no-print`}>
        <ButtonLink to={paths.myProfile()} kind="plain">
          {t('booking.done.mine')}
        </ButtonLink>
        <ButtonLink to={paths.booking()} kind="plain">
          {t('booking.done.another')}
        </ButtonLink>
      </div>
    </div>
  )
}

/** One labelled fact. */
export const Term = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.term}>
    <dt className={styles.label}>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** The contracts that the client had accepted when booking, and the deadline for changes. */
export function AgreedTerms({ appointment: { created_at, starts_at, time_zone, can } }: { appointment: Appointment }) {
  const acceptances = useAcceptances().data?.data ?? []
  const minutes = useSite()?.policies.change_minutes
  // Newest first: of each contract, the version accepted at booking.
  const before = acceptances.filter(({ accepted_at }) => Date.parse(accepted_at) <= Date.parse(created_at))
  const then = before.filter(({ key }, index) => before.findIndex(other => other.key === key) === index)
  const until = minutes !== undefined && can.move === true ? changeDeadlineOf(starts_at, minutes) : null
  if (then.length === 0 && !until) return null
  return (
    <section className={styles.section}>
      <h2>{t('booking.done.agreed')}</h2>
      <ul>
        {until && <li>{t('booking.policy.change', formatDeadline(until, time_zone))}</li>}
        {then.map(contract => (
          <li key={contract.version_id}>
            {t('booking.done.agreedText', { title: contract.title, version: contract.version })}
            <TextProof language={contract.language} sha256={contract.sha256} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Title of the confirmation page. */
export function confirmationTitle({ status }: Appointment, moved: boolean): string {
  if (status === 'pending') return t('booking.done.titlePending')
  if (status !== 'booked') return t('booking.done.titleOther')
  return t(moved ? 'booking.done.titleMoved' : 'booking.done.title')
}

/** Focuses the page's heading once the content has loaded, so that screen readers announce it. */
export function useFocusOnArrival(arrived: boolean): void {
  useEffect(() => {
    if (!arrived) return
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [arrived])
}
