import type { Appointment } from '#contract/appointments.ts'
import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { formatMoney } from '../../lib/money.ts'
import { formatMinutes } from '../../lib/duration.ts'
import { formatDate, formatInVisitorZone, formatTimes, formatZone, differsInVisitorZone } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import type { Choice, Step } from './choice.ts'
import { SummaryFrame } from './summary-frame.tsx'
import styles from './summary.module.css'
import type { Chosen } from './use-chosen.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { minutesOf, type OfferedTime } from './times.ts'

interface SummaryProps {
  step: Step
  choice: Choice
  chosen: Chosen
  moving?: Appointment | undefined
  /** The next action. */
  action?: ReactNode
}

/** The choice so far and the next action. */
export const Summary = ({ step, moving, ...rest }: SummaryProps) => (
  <SummaryFrame step={step} moving={moving !== undefined}>
    <ChoiceSoFar {...rest} moving={moving} />
  </SummaryFrame>
)

/** The choice so far and the next action, in their frame. */
export function ChoiceSoFar({ choice, chosen: { supportType, time, mentor }, moving, action }: Omit<SummaryProps, 'step'>) {
  const place = time?.schedule.place
  return (
    <>
      {supportType && (
        <dl className={styles.facts}>
          <Fact label={t('booking.summary.what')}>
            <SupportTypeMark name={supportType.name} colour={supportType.colour} />
            <span className={`${styles.deskOnly} soft small`}>{formatMinutes(time ? minutesOf(time) : supportType.slot_minutes)}</span>
          </Fact>
          {choice.date && (
            <Fact of="when" label={t('booking.summary.when')}>
              <SummaryWhen date={choice.date} time={time} />
            </Fact>
          )}
          {time && (
            <Fact label={t('booking.summary.who')}>
              {mentor ? (
                <span className={styles.person}>
                  <Avatar name={mentor.name} photo={mentor.photo} size="small" />
                  <bdi>{mentor.name}</bdi>
                </span>
              ) : (
                t('booking.whom.any')
              )}
            </Fact>
          )}
          {place && (
            <Fact label={t('booking.summary.where')} deskOnly>
              <bdi>{place.name}</bdi>
              <span className="soft small">{place.kind === 'online' ? t('booking.summary.online') : place.address}</span>
            </Fact>
          )}
          <Fact label={t('booking.summary.price')} deskOnly>
            {formatMoney(supportType.price)}
          </Fact>
          {moving && (
            <Fact label={t('booking.summary.instead')} deskOnly>
              <s>
                <DateTime starts={moving.starts_at} zone={moving.time_zone} />
              </s>
            </Fact>
          )}
        </dl>
      )}
      {action && <div className={styles.action}>{action}</div>}
    </>
  )
}

const Fact = ({ of, label, deskOnly, children }: { of?: 'when'; label: string; deskOnly?: boolean; children: ReactNode }) => (
  <div data-of={of} className={deskOnly ? `${styles.fact} ${styles.deskOnly}` : styles.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** The chosen day and time, with the visitor's own time if it differs. */
export function SummaryWhen({ date, time }: { date: LocalDate; time: OfferedTime | undefined }) {
  if (!time) return formatDate(date)
  const { startsAt, endsAt, zone } = time
  return (
    <span className={styles.when}>
      <span>
        {formatDate(date)}, <span className={styles.times}>{formatTimes(startsAt, endsAt, zone)}</span>
      </span>
      {differsInVisitorZone(startsAt, zone) && (
        <span className="soft small">
          <span className={styles.deskOnly}>{formatZone(zone)} · </span>
          {formatInVisitorZone(startsAt, zone)}
        </span>
      )}
    </span>
  )
}
