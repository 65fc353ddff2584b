import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import { WeekAbsences } from '../schedules/week-absences.tsx'
import styles from './today.module.css'

const maxNames = 5
/** Not every change of these changes the day too. */
const refetchOptions = { refetchInterval: 30_000 }

/** What else matters today: who is away, which places are closed, and who waits for a time today. */
export function DayAround({ date }: { date: string }) {
  return (
    <div className={`${styles.around} no-print`}>
      {can('Schedule List') && <Absences date={date} />}
      <Waiting date={date} />
    </div>
  )
}

function Absences({ date }: { date: string }) {
  const span = { from: date, to: date, per_page: 100 }
  const closed = useQuery({ ...queryOptionsOf('GET /api/closed-days', { query: span }), ...refetchOptions }).data?.data ?? []
  const off = useQuery({ ...queryOptionsOf('GET /api/time-off', { query: span }), ...refetchOptions }).data?.data ?? []
  return <WeekAbsences closed={closed} off={off} />
}

function Waiting({ date }: { date: string }) {
  const { data } = useQuery({
    ...queryOptionsOf('GET /api/waiting-list', { query: { whose: 'everyone', date, per_page: maxNames } }),
    ...refetchOptions,
  })
  if (!data || data.meta.total === 0) return null
  return (
    <aside aria-label={t('today.waiting', { count: data.meta.total })}>
      <Link to={paths.waitingList({ date })}>{t('today.waiting', { count: data.meta.total })}</Link>{' '}
      <span className="soft small">
        {data.data.map(({ user, support_type }) => t('today.waitsFor', { name: user.name, type: support_type.name })).join(', ')}
        {data.meta.total > maxNames && '…'}
      </span>
    </aside>
  )
}
