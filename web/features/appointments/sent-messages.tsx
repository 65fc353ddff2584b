import type { ToldMessage } from '#contract/messages.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { session } from '../../lib/session.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Link } from '../../ui/link.tsx'
import styles from './appointments.module.css'

const kindLabels: Record<string, MessageId> = {
  appointment_requested: 'sentMessages.what.requested',
  appointment_booked: 'sentMessages.what.booked',
  appointment_approved: 'sentMessages.what.approved',
  appointment_moved: 'sentMessages.what.moved',
  appointment_cancelled: 'sentMessages.what.cancelled',
  reminder: 'sentMessages.what.reminder',
  feedback_request: 'sentMessages.what.feedback',
}

const useSentMessages = (id: string) =>
  useQuery({ ...queryOptionsOf('GET /api/appointments/{id}/messages', { params: { id } }), staleTime: 0 }).data?.data ?? []

/** The newest message about an appointment, in a sentence. Empty before the first. */
export function LatestMessage({ appointmentId }: { appointmentId: string }) {
  const message = useSentMessages(appointmentId).at(-1)
  return message ? <p>{formatSentMessage(message)}</p> : null
}

/**
 * The messages that the client received about an appointment, with channel and outcome, on the visitor's clock. Empty
 * before the first.
 */
export function SentMessages({ appointmentId }: { appointmentId: string }) {
  const messages = useSentMessages(appointmentId)
  if (messages.length === 0) return null
  const lost = messages.at(-1)?.state === 'not_reached'
  return (
    <section className={styles.section} aria-labelledby="told">
      <h2 id="told">{t('sentMessages.title')}</h2>
      <ol className={styles.history}>
        {messages.map((message, index) => (
          <li key={`${message.at} ${index}`}>
            <span>{formatSentMessage(message)}</span>
            <time className="soft small tabular" dateTime={message.at}>
              {formatDateTime(message.at, visitorZone())}
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

function formatSentMessage({ kind, state, recipient }: ToldMessage): string {
  const what = t(kindLabels[kind] ?? 'sentMessages.what.other')
  if (state === 'sent' && recipient) return t('sentMessages.sentTo', { what, recipient })
  return t(`sentMessages.${state}`, { what })
}
