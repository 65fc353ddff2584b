import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Notice } from '../../ui/notice.tsx'
import { formatFailing } from './format-busy-calendar.ts'

/** Warns on a mentor's pages that their external calendar cannot be read. */
export function BusyCalendarWarning() {
  const user = useSession()?.user
  const query = useQuery({ ...queryOptionsOf('GET /api/busy-calendars', { query: { mentor_id: user?.id ?? '' } }), enabled: !!user })
  const [calendar] = query.data?.data ?? []
  if (!calendar?.failing) return null
  return (
    <Notice kind="error">
      <p>
        {t('busyCalendars.alarm')} {formatFailing(calendar.failing, calendar.read_at !== null)}
      </p>
      <p>
        <a href="#busy-times">{t('busyCalendars.toIt')}</a>
      </p>
    </Notice>
  )
}
