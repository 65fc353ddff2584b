import type { ToldMessage } from '#contract/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { session } from '../../lib/session.ts'
import { sayMoment } from '../../lib/time.ts'
import { Link } from '../../ui/link.tsx'
import styles from './appointments.module.css'

const things: Record<string, MessageId> = {
  appointment_requested: 'told.what.requested',
  appointment_booked: 'told.what.booked',
  appointment_approved: 'told.what.approved',
  appointment_moved: 'told.what.moved',
  appointment_cancelled: 'told.what.cancelled',
  reminder: 'told.what.reminder',
  feedback_request: 'told.what.feedback',
}

/** What we told the client about one appointment, where it went, and whether it did; nothing where there is nothing yet. */
export function WhatWeTold({ appointmentId, zone }: { appointmentId: string; zone: string }) {
  const query = useQuery({ ...queryOf('GET /api/appointments/{id}/messages', { params: { id: appointmentId } }), staleTime: 0 })
  const told = query.data?.data ?? []
  if (told.length === 0) return null
  const lost = told.at(-1)?.state === 'not_reached'
  return (
    <section className={styles.section} aria-labelledby="told">
      <h2 id="told">{t('told.title')}</h2>
      <ol className={styles.history}>
        {told.map((message, index) => (
          <li key={`${message.at} ${index}`}>
            <span>{sayTold(message)}</span>
            <time className="soft small tabular" dateTime={message.at}>
              {sayMoment(message.at, zone)}
            </time>
          </li>
        ))}
      </ol>
      {lost && (
        <p>
          {t('told.lost')} <Link to={paths.myProfileEdit(session()?.user.id ?? '')}>{t('told.toProfile')}</Link>
        </p>
      )}
    </section>
  )
}

function sayTold({ kind, state, recipient }: ToldMessage): string {
  const what = t(things[kind] ?? 'told.what.other')
  if (state === 'sent' && recipient) return t('told.sentTo', { what, recipient })
  return t(`told.${state}`, { what })
}
