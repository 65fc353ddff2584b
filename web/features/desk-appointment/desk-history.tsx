import type { Appointment, AppointmentStep } from '#contract/appointments.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { formatMoney } from '../../lib/money.ts'
import { formatDateTime, formatDateTimeThere } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import styles from './desk-appointment.module.css'

interface DeskHistoryProps {
  steps: readonly AppointmentStep[]
  appointment: Appointment
}

/** All steps, oldest first: what, who, when on the visitor's clock, and why. */
export function DeskHistory({ steps, appointment: { user } }: DeskHistoryProps) {
  return (
    <ol className={styles.history} aria-label={t('deskHistory.title')}>
      {steps.map((step, index) => (
        <li key={`${step.at} ${index}`}>
          <strong>{formatStep(step)}</strong>
          <span>{formatWho(step, user.id)}</span>
          {step.action === 'moved' && step.from && (
            <span>
              {t('deskHistory.fromTo', {
                from: formatWhere(step.from, step.to),
                to: formatWhere(step.to, step.from),
              })}
            </span>
          )}
          {step.from?.price && step.to.price && formatMoney(step.from.price) !== formatMoney(step.to.price) && (
            <span>{t('deskHistory.price', { from: formatMoney(step.from.price), to: formatMoney(step.to.price) })}</span>
          )}
          {step.action === 'payment' && step.from?.payment && step.to.payment && (
            <span>{t('deskHistory.fromTo', { from: t(`payment.${step.from.payment}`), to: t(`payment.${step.to.payment}`) })}</span>
          )}
          {step.reason && <span>{t('deskHistory.reason', { reason: step.reason })}</span>}
          <time className="soft tabular" dateTime={step.at}>
            {formatDateTime(step.at, visitorZone())}
          </time>
        </li>
      ))}
    </ol>
  )
}

type State = AppointmentStep['to']

/** The time on the clock of its place, and the mentor if it changed. */
function formatWhere({ starts_at, time_zone, mentor_id, mentor_name }: State, other: State): string {
  const when = formatDateTimeThere(starts_at, time_zone)
  return mentor_id === other.mentor_id ? when : t('deskHistory.where', { when, mentor: mentor_name })
}

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
