import type { ToldMessage } from '#contract/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { session } from '../../lib/session.ts'
import { formatMoment } from '../../lib/time.ts'
import { Link } from '../../ui/link.tsx'
import styles from './appointments.module.css'

const things: Record<string, MessageId> = {
  appointment_requested: 'sentMessages.what.requested',
  appointment_booked: 'sentMessages.what.booked',
  appointment_approved: 'sentMessages.what.approved',
  appointment_moved: 'sentMessages.what.moved',
  appointment_cancelled: 'sentMessages.what.cancelled',
  reminder: 'sentMessages.what.reminder',
  feedback_request: 'sentMessages.what.feedback',
}

/** What we told the client about one appointment, where it went, and whether it did; nothing where there is nothing yet. */
export function SentMessages({ appointmentId, zone }: { appointmentId: string; zone: string }) {
  const query = useQuery({ ...queryOf('GET /api/appointments/{id}/messages', { params: { id: appointmentId } }), staleTime: 0 })
  const told = query.data?.data ?? []
  if (told.length === 0) return null
  const lost = told.at(-1)?.state === 'not_reached'
  return (
    <section className={styles.section} aria-labelledby="told">
      <h2 id="told">{t('sentMessages.title')}</h2>
      <ol className={styles.history}>
        {told.map((message, index) => (
          <li key={`${message.at} ${index}`}>
            <span>{formatTold(message)}</span>
            <time className="soft small tabular" dateTime={message.at}>
              {formatMoment(message.at, zone)}
            </time>
          </li>
        ))}
      </ol>
      {lost && (
        <p>
          {t('sentMessages.lost')} <Link to={paths.myProfileEdit(session()?.user.id ?? '')}>{t('sentMessages.toProfile')}</Link>
        </p>
      )}
    </section>
  )
}

function formatTold({ kind, state, recipient }: ToldMessage): string {
  const what = t(things[kind] ?? 'sentMessages.what.other')
  if (state === 'sent' && recipient) return t('sentMessages.sentTo', { what, recipient })
  return t(`sentMessages.${state}`, { what })
}
