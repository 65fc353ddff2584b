import type { Appointment } from '#contract/appointments.ts'
import { formatReference } from '#domain/booking/reference.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatMoney } from '../../lib/money.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { formatRangeThere } from '../../lib/time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './desk-booking.module.css'

/** The facts to read out to the client: reference, time, place, mentor and number. */
export function BookedFor({ appointment }: { appointment: Appointment }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { data } = useQuery(queryOptionsOf('GET /api/appointments/create', { query: { user_id: appointment.user.id } }))
  const message = data?.client?.message
  const { id, schedule_id, reference, user, mentor, place, serial, price, support_type, starts_at, ends_at, time_zone } = appointment
  return (
    <Card edge={support_type.colour} as="section">
      <h2 ref={heading} tabIndex={-1} className={styles.booked}>
        {t('bookFor.booked', { name: user.name })}
      </h2>
      <p>
        <span className="soft small">{t('deskAppointment.reference')}</span>
        <span className={styles.reference}>{formatReference(reference)}</span>
      </p>
      <p className={styles.when}>{formatRangeThere(starts_at, ends_at, time_zone)}</p>
      <p>
        {t('bookFor.bookedFacts', { type: support_type.name, mentor: mentor.name, place: place.name, serial })} {formatMoney(price)}.
      </p>
      {message && <p className="soft">{t(message.channels.length > 0 ? 'bookFor.told' : 'bookFor.notTold', { name: user.name })}</p>}
      <div className={styles.buttons}>
        {can('Appointment List') && (
          <ButtonLink to={paths.scheduleAppointments(schedule_id)} kind="primary">
            {t('deskAppointment.toList')}
          </ButtonLink>
        )}
        {can('User List') && <ButtonLink to={paths.user(user.id)}>{t('bookFor.record')}</ButtonLink>}
        <ButtonLink to={paths.book()}>{t('bookFor.another')}</ButtonLink>
        {can('Appointment Edit') && (
          <ButtonLink to={paths.appointmentEdit(schedule_id, id)} kind="plain">
            {t('bookFor.change')}
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
