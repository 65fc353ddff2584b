import type { SupportType } from '#contract/support-types.ts'
import { useState } from 'react'
import { t } from '../../../lib/messages.ts'
import { formatMoney } from '../../../lib/money.ts'
import { useSite } from '../../../lib/site.ts'
import { formatMinutes } from '../../../lib/duration.ts'
import { ContactLine } from '../contact-line.tsx'
import { changeDeadlineOf, formatDeadline } from '../change-deadline.ts'
import styles from './policy.module.css'
import type { OfferedTime } from '../times.ts'

interface PolicyProps {
  time: Pick<OfferedTime, 'startsAt' | 'zone'>
  /** Omitted when an appointment is moved. */
  price?: SupportType['price']
  needsApproval?: boolean
}

/** Price and change deadline, shown before booking. */
export function Policy({ time: { startsAt, zone }, price, needsApproval }: PolicyProps) {
  const site = useSite()
  const [now] = useState(Date.now)
  const minutes = site?.policies.change_minutes
  const until = minutes === undefined ? undefined : changeDeadlineOf(startsAt, minutes)
  return (
    <section className={styles.policy} aria-labelledby="policy">
      <h3 id="policy">{t('booking.policy.heading')}</h3>
      <ul>
        {needsApproval && <li>{t('booking.policy.approval')}</li>}
        {price && <li>{price.amount === 0 ? t('booking.policy.free') : t('booking.policy.price', { price: formatMoney(price) })}</li>}
        {until && minutes !== undefined && (
          <li>
            {Date.parse(until) > now
              ? t('booking.policy.change', formatDeadline(until, zone))
              : t('booking.policy.late', { before: formatMinutes(minutes) })}{' '}
            {Date.parse(until) <= now && <ContactLine contact={site?.contact} />}
          </li>
        )}
      </ul>
    </section>
  )
}
