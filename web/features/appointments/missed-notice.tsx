import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { Notice } from '../../ui/notice.tsx'
import { ContactLine } from '../booking/contact-line.tsx'

/** Explains, before booking, how missed appointments limit it. */
export function MissedNotice({ count }: { count: number }) {
  const site = useSite()
  if (count === 0 || !site) return null
  const { missed_limit: limit, missed_days: days } = site.policies
  const paused = count >= limit
  return (
    <Notice kind={paused ? 'warning' : 'info'}>
      <p>
        {t(paused ? 'myAppointments.missedPaused' : 'myAppointments.missedNotice', { count, limit, days })}{' '}
        <ContactLine contact={site.contact} />
      </p>
    </Notice>
  )
}
