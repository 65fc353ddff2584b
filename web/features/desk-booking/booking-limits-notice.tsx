import type { ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { Notice } from '../../ui/notice.tsx'

/** Limits that apply to the client's own bookings. They warn staff and do not stop them. */
export function BookingLimitsNotice({
  client: { user, missed_recently, open },
}: {
  client: NonNullable<ResponseBody<'GET /api/appointments/create'>['client']>
}) {
  const policies = useSite()?.policies
  if (!policies) return null
  const missed = missed_recently >= policies.missed_limit
  const many = open >= policies.max_open
  if (!missed && !many) return null
  return (
    <Notice kind="warning" alert>
      <p>
        {missed && `${t('bookFor.missed', { name: user.name, count: missed_recently, days: policies.missed_days })} `}
        {many && `${t('bookFor.open', { name: user.name, count: open })} `}
        {t('bookFor.allTheSame')}
      </p>
    </Notice>
  )
}
