import type { Appointment, AppointmentStep } from '#contract/appointments.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import styles from './desk-appointment.module.css'

interface DeskHistoryProps {
  steps: readonly AppointmentStep[]
  appointment: Appointment
}

/** All steps, oldest first: what, who, when and why. */
export function DeskHistory({ steps, appointment: { user, time_zone } }: DeskHistoryProps) {
  return (
    <ol className={styles.history} aria-label={t('deskHistory.title')}>
      {steps.map((step, index) => (
        <li key={`${step.at} ${index}`}>
          <strong>{formatStep(step)}</strong>
          <span>{formatWho(step, user.id)}</span>
          {step.action === 'moved' && step.from && (
            <span>
              {t('deskHistory.fromTo', {
                from: formatWhere(step.from, step.to, time_zone),
                to: formatWhere(step.to, step.from, time_zone),
              })}
            </span>
          )}
          {step.action === 'payment' && step.from?.payment && step.to.payment && (
            <span>{t('deskHistory.fromTo', { from: t(`payment.${step.from.payment}`), to: t(`payment.${step.to.payment}`) })}</span>
          )}
          {step.reason && <span>{t('deskHistory.reason', { reason: step.reason })}</span>}
          <time className="soft tabular" dateTime={step.at}>
            {formatDateTime(step.at, time_zone)}
          </time>
        </li>
      ))}
    </ol>
  )
}

type State = AppointmentStep['to']

/** The time, and the mentor if it changed. */
const formatWhere = ({ starts_at, mentor_id, mentor_name }: State, other: State, zone: string): string =>
  mentor_id === other.mentor_id
    ? formatDateTime(starts_at, zone)
    : t('deskHistory.where', { when: formatDateTime(starts_at, zone), mentor: mentor_name })

const actions: Record<string, MessageId> = {
  requested: 'deskHistory.requested',
  booked: 'deskHistory.booked',
  approved: 'deskHistory.approved',
  moved: 'deskHistory.moved',
  questions: 'deskHistory.questions',
  interpreter: 'deskHistory.interpreter',
  payment: 'deskHistory.payment',
  excused: 'deskHistory.excused',
  counted: 'deskHistory.counted',
}

function formatStep({ action, from, to }: AppointmentStep): string {
  // Undoing a check-in is a step too: from arrived to booked.
  if (
    from &&
    from.status !== to.status &&
    (action === 'booked' || action === 'restored' || (action === 'arrived' && from.status === 'fulfilled'))
  )
    return t('deskHistory.undone', { status: t(`app.status.${to.status}`) })
  const known = actions[action]
  if (known) return t(known)
  return action === to.status ? t(`app.status.${to.status}`) : t('deskHistory.changed')
}

function formatWho({ action, by, from }: AppointmentStep, clientId: string): string {
  if (!by) return t('deskHistory.bySystem')
  if (by.id === clientId) return t('deskHistory.byClient', { name: by.name })
  const first = from === null && (action === 'booked' || action === 'requested')
  return t(first ? 'deskHistory.forClient' : 'deskHistory.by', { name: by.name })
}
