import type { Appointment } from '#contract/appointments.ts'
import { IconCalendarPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AppointmentCard } from './appointment-card.tsx'
import styles from './appointments.module.css'
import { PastAppointment } from './past-appointment.tsx'

interface UpcomingProps {
  appointments: readonly Appointment[]
  onCancelled: (appointment: Appointment) => void
}

/** Upcoming appointments, soonest first. */
export function UpcomingAppointments({ appointments, onCancelled }: UpcomingProps) {
  return (
    <Section title={t('myAppointments.upcoming')}>
      {appointments.length === 0 ? (
        <EmptyState
          title={t('myAppointments.emptyTitle')}
          icon={<IconCalendarPlus size={26} stroke={1.6} aria-hidden="true" />}
          action={
            <ButtonLink to={paths.booking()} kind="primary">
              {t('myAppointments.book')}
            </ButtonLink>
          }
        >
          <p>{t('myAppointments.emptyText')}</p>
        </EmptyState>
      ) : (
        <ul className={styles.cards}>
          {appointments.map(appointment => (
            <AppointmentCard key={appointment.id} appointment={appointment} onCancelled={onCancelled} />
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Past appointments, newest first. `children` is the pager. */
export function PastAppointments({ appointments, children }: { appointments: readonly Appointment[]; children?: ReactNode }) {
  return (
    <Section title={t('myAppointments.past')}>
      {appointments.length === 0 ? (
        <p className="soft">{t('myAppointments.noPast')}</p>
      ) : (
        <ul className={styles.past}>
          {appointments.map(appointment => (
            <PastAppointment key={appointment.id} appointment={appointment} />
          ))}
        </ul>
      )}
      {children}
    </Section>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.section} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
)
