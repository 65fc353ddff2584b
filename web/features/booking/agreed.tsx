import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { sayMinutes, sayMoment } from '../../lib/time.ts'
import styles from './confirmation.module.css'
import { lastChange } from './last-change.ts'
import { useAcceptances } from './required-contracts.ts'

/** What was agreed: the texts accepted for booking by then, and until when the appointment can be changed. */
export function Agreed({ appointment: { created_at, starts_at, time_zone, can } }: { appointment: Appointment }) {
  const acceptances = useAcceptances().data?.data ?? []
  const minutes = useSite()?.policies.change_minutes
  // Latest first: of each text the version that was accepted when this was booked.
  const before = acceptances.filter(
    ({ required_for, accepted_at }) => required_for === 'booking' && Date.parse(accepted_at) <= Date.parse(created_at),
  )
  const then = before.filter(({ key }, index) => before.findIndex(other => other.key === key) === index)
  const until =
    minutes !== undefined && can.move === true
      ? { before: sayMinutes(minutes), moment: sayMoment(lastChange(starts_at, minutes), time_zone) }
      : null
  if (then.length === 0 && !until) return null
  return (
    <section className={styles.section}>
      <h2>{t('booking.done.agreed')}</h2>
      <ul>
        {until && <li>{t('booking.policy.change', until)}</li>}
        {then.map(contract => (
          <li key={contract.version_id}>{t('booking.done.agreedText', { title: contract.title, version: contract.version })}</li>
        ))}
      </ul>
    </section>
  )
}
