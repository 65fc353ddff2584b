import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { sayMinutes, sayMoment } from '../../lib/time.ts'
import styles from './confirmation.module.css'
import { lastChange } from './last-change.ts'
import { useRequiredContracts } from './required-contracts.ts'

/** What was agreed: the texts that booking required at that time, and until when it can be changed. */
export function Agreed({ appointment: { created_at, starts_at, time_zone, can } }: { appointment: Appointment }) {
  const contracts = useRequiredContracts().data ?? []
  const minutes = useSite()?.policies.change_minutes
  // A version published since is not what was accepted then.
  const then = contracts.filter(({ published_at }) => published_at !== null && Date.parse(published_at) <= Date.parse(created_at))
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
