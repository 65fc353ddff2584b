import type { ClosedDay } from '#contract/absences.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatDate } from '../../lib/time.ts'
import { RecordLink } from '../../ui/record-link.tsx'
import rows from '../../ui/row-list.module.css'
import { SortedTable } from '../../ui/sorted-table.tsx'
import type { closedDayOrders } from './absence-orders.ts'
import { AffectedAppointments } from './affected-appointments.tsx'
import { formatClosedDay } from './format-absence.ts'
import { ReopenDay } from './reopen-day.tsx'

interface ClosedDayTableProps {
  days: readonly ClosedDay[]
  sort: (typeof closedDayOrders)[number]
  onRemoved: () => void
}

/** Closed days of all places on a wide screen; a row leads to its day in the planner. */
export const ClosedDayTable = ({ days, sort, onRemoved }: ClosedDayTableProps) => (
  <SortedTable
    caption={t('absences.closedDays')}
    columns={[
      { label: t('schedules.place'), by: 'place' },
      { label: t('planner.when'), by: 'date' },
      { label: t('closedDay.reason') },
      { label: t('absences.appointments') },
      { label: t('users.actions') },
    ]}
    sort={sort}
    standard="date"
    entries={days}
    acts
  >
    {day => (
      <>
        <th scope="row">
          <span className={rows.who}>{day.place.name}</span>
        </th>
        <td>
          <RecordLink to={paths.planner({ by: 'place', date: day.date, place: day.place.id })}>{formatDate(day.date)}</RecordLink>
        </td>
        <td className={rows.words}>{day.reason}</td>
        <td>
          <AffectedAppointments count={day.affected} what={formatClosedDay(day)} of={{ closed_day_id: day.id }} />
        </td>
        <td>
          <ReopenDay day={day} onRemoved={onRemoved} />
        </td>
      </>
    )}
  </SortedTable>
)
