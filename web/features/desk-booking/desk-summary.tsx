import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { formatMoney } from '../../lib/money.ts'
import { formatMinutes } from '../../lib/duration.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { SummaryWhen } from '../booking/summary.tsx'
import { minutesOf } from '../booking/times.ts'
import type { Chosen } from '../booking/use-chosen.ts'
import styles from './desk-booking.module.css'
import type { DeskChoice } from './desk-choice.ts'

/** What, when, with whom and where the appointment will be. */
export function DeskSummary({ choice: { date }, chosen: { supportType, time, mentor } }: { choice: DeskChoice; chosen: Chosen }) {
  const place = time?.schedule.place
  return (
    <Card as="section" edge={supportType?.colour} label={t('bookFor.summary')}>
      <h2 className={styles.title}>{t('bookFor.summary')}</h2>
      <dl className={styles.facts}>
        {date && (
          <Fact label={t('booking.summary.when')}>
            <strong>
              <SummaryWhen date={date} time={time} />
            </strong>
          </Fact>
        )}
        {supportType && (
          <Fact label={t('booking.summary.what')}>
            <SupportTypeMark name={supportType.name} colour={supportType.colour} />
            <span className="soft small">{formatMinutes(time ? minutesOf(time) : supportType.slot_minutes)}</span>
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
          <Fact label={t('booking.summary.where')}>
            <bdi>{place.name}</bdi>
            {place.kind === 'in_person' && (
              <span className="soft small">
                <bdi>{place.address}</bdi>
              </span>
            )}
          </Fact>
        )}
        {supportType && <Fact label={t('booking.summary.price')}>{formatMoney(supportType.price)}</Fact>}
      </dl>
    </Card>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
