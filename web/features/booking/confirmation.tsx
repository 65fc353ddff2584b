import type { Appointment } from '#contract/appointments.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { IconPrinter } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { sayMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { AddToCalendar } from '../appointments/add-to-calendar.tsx'
import { Agreed } from './agreed.tsx'
import styles from './confirmation.module.css'
import { Where } from '../appointments/where.tsx'
import { Term } from './term.tsx'

interface ConfirmationProps {
  appointment: Appointment
  /** What the organisers wrote about the session. */
  note: string | undefined
}

/** The page worth keeping: what to know on the day, what was agreed, what can be done now. */
export function Confirmation({ appointment, note }: ConfirmationProps) {
  const { reference, status, support_type, starts_at, ends_at, time_zone, mentor, serial, price, questions, place, meeting } = appointment
  const online = place.kind === 'online'
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
              <Moment starts={starts_at} ends={ends_at} zone={time_zone} />
            </strong>
            <SupportTypeMark name={support_type.name} colour={support_type.colour} />
          </Term>
          <Term label={t('booking.done.where')}>
            <Where place={place} mentor={mentor.name} meeting={meeting} />
          </Term>
          <Term label={t('booking.done.who')}>
            <span className={styles.person}>
              <Avatar name={mentor.name} photo={mentor.photo} />
              {mentor.name}
            </span>
          </Term>
          <Term label={t('booking.done.serial')}>
            <strong className={styles.serial}>{serial}</strong>
            {!online && <span className="soft small">{t('booking.done.serialHint')}</span>}
          </Term>
          <Term label={t('booking.done.price')}>{sayMoney(price)}</Term>
        </dl>
      </div>
      <div className={`${styles.actions} no-print`}>
        <AddToCalendar appointment={appointment} primary />
        <ButtonLink to={paths.myAppointment(appointment.id)}>{t('booking.done.change')}</ButtonLink>
        <Button icon={<IconPrinter size={20} stroke={1.7} aria-hidden="true" />} onClick={() => print()}>
          {t('booking.done.print')}
        </Button>
      </div>
      <section className={styles.section}>
        <h2>{t('booking.done.bring')}</h2>
        <p>{t(online ? 'booking.done.bringOnline' : 'booking.done.bringText')}</p>
        {note && <p>{note}</p>}
      </section>
      {questions.length > 0 && (
        <section className={styles.section}>
          <h2>{t('booking.done.asked')}</h2>
          <ul>
            {questions.map((question, index) => (
              <li key={index}>{question}</li>
            ))}
          </ul>
        </section>
      )}
      <Agreed appointment={appointment} />
      <div className={`${styles.actions} no-print`}>
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
