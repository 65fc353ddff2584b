import type { AppointmentStep } from '#contract/appointments.ts'
import type * as z from 'zod'
import { t, type MessageId } from '../../lib/messages.ts'
import { formatDateTime, formatDateTimeThere } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import styles from './appointments.module.css'

type Step = z.output<typeof AppointmentStep>

const words: Record<string, MessageId> = {
  requested: 'myAppointment.step.requested',
  booked: 'myAppointment.step.booked',
  approved: 'myAppointment.step.approved',
  excused: 'myAppointment.step.excused',
  counted: 'myAppointment.step.counted',
  moved: 'myAppointment.step.moved',
  questions: 'myAppointment.step.questions',
  interpreter: 'myAppointment.step.interpreter',
  payment: 'myAppointment.step.payment',
  restored: 'myAppointment.step.undone',
}
const statuses = new Set(['pending', 'arrived', 'fulfilled', 'noshow', 'cancelled', 'entered-in-error'])

/** The steps of an appointment, oldest first, on the visitor's clock; its times are on the clock of their place. */
export function AppointmentHistory({ steps, ownId }: { steps: readonly Step[]; ownId: string }) {
  return (
    <ol className={styles.history}>
      {steps.map(step => (
        <li key={`${step.at} ${step.action}`}>
          <span>
            <strong>{formatStep(step)}</strong> {t(step.by?.id === ownId ? 'myAppointment.byYou' : 'myAppointment.byUs')}
          </span>
          <time className="soft small tabular" dateTime={step.at}>
            {formatDateTime(step.at, visitorZone())}
          </time>
          {step.action === 'moved' && step.from && (
            <span className="small">{t('myAppointment.movedFromTo', { from: formatStart(step.from), to: formatStart(step.to) })}</span>
          )}
          {step.reason && <span className="small">{t('myAppointments.reason', { reason: step.reason })}</span>}
        </li>
      ))}
    </ol>
  )
}

const formatStart = ({ starts_at, time_zone }: Step['to']): string => formatDateTimeThere(starts_at, time_zone)

function formatStep({ action }: Step): string {
  if (statuses.has(action)) return t(`app.status.${action}` as MessageId)
  return t(words[action] ?? 'myAppointment.step.other')
}
