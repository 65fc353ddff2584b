import type { Appointment } from '#contract/appointments.ts'
import { formatReference } from '#domain/booking/reference.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { formatMoney } from '../../lib/money.ts'
import { formatSpokenLanguage } from '../../lib/spoken-languages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './appointments.module.css'
import { AppointmentPlace } from './appointment-place.tsx'

/** Mentor, place, reference, serial, price and questions. `over`: hides how to get there. */
export function AppointmentFacts({ appointment, over = false }: { appointment: Appointment; over?: boolean }) {
  const { mentor, place, meeting, reference, serial, questions, price, interpreter_language } = appointment
  return (
    <dl className={styles.facts}>
      <Fact label={t('myAppointments.with')} width="half">
        <span className={styles.person}>
          <Avatar name={mentor.name} photo={mentor.photo} size="small" />
          <bdi>{mentor.name}</bdi>
        </span>
      </Fact>
      <Fact label={t('myAppointments.where')} width="half">
        <AppointmentPlace place={place} mentor={mentor.name} meeting={meeting} over={over} />
      </Fact>
      <Fact label={t('myAppointments.reference')}>
        <span className={styles.reference}>{formatReference(reference)}</span>
      </Fact>
      <Fact label={t('myAppointments.serial')}>
        <span className="tabular">{formatNumber(serial)}</span>
        {place.kind === 'in_person' && <p className="soft small">{t('booking.done.serialHint')}</p>}
      </Fact>
      {price.amount > 0 && <Fact label={t('myAppointments.price')}>{formatMoney(price)}</Fact>}
      {interpreter_language && <Fact label={t('interpreter.title')}>{formatSpokenLanguage(interpreter_language)}</Fact>}
      {questions.length > 0 && (
        <Fact label={t('myAppointments.questions')} width="wide">
          <ul className={styles.questions}>
            {questions.map((question, index) => (
              <li key={index}>
                <bdi>{question}</bdi>
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  )
}

interface FactProps {
  label: string
  width?: 'third' | 'half' | 'wide'
  children: ReactNode
}

const Fact = ({ label, width = 'third', children }: FactProps) => (
  <div className={styles[width]}>
    <dt className="soft small">{label}</dt>
    <dd>{children}</dd>
  </div>
)
