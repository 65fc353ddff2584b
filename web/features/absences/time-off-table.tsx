import type { TimeOff } from '#contract/absences.ts'
import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import rows from '../../ui/row-list.module.css'
import { SortedTable } from '../../ui/sorted-table.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import type { timeOffOrders } from './absence-orders.ts'
import { AffectedAppointments } from './affected-appointments.tsx'
import { formatTimeOff } from './format-absence.ts'
import { RemoveTimeOff } from './remove-time-off.tsx'

interface TimeOffTableProps {
  entries: readonly TimeOff[]
  /** Null where no action applies to several. */
  selection: RowSelection<TimeOff> | null
  sort: (typeof timeOffOrders)[number]
  onRemoved: () => void
}

const nameOf = (off: TimeOff) => `${off.mentor.name}, ${formatTimeOff(off)}`

/** Time off of mentors on a wide screen; a row leads to its first day in the planner. */
export const TimeOffTable = ({ entries, selection, sort, onRemoved }: TimeOffTableProps) => (
  <SortedTable
    caption={t('absences.timeOff')}
    columns={[
      { label: t('absences.mentor'), by: 'mentor' },
      { label: t('planner.when'), by: 'starts' },
      { label: t('timeOff.reason') },
      { label: t('absences.appointments') },
      { label: t('users.actions') },
    ]}
    sort={sort}
    standard="starts"
    entries={entries}
    selection={selection}
    nameOf={nameOf}
    acts
  >
    {off => {
      const { id, mentor, reason, affected, starts_at, time_zone } = off
      const date = localDateOf(Temporal.Instant.from(starts_at), time_zone)
      return (
        <>
          <th scope="row">
            <span className={rows.who}>
              <Avatar name={mentor.name} photo={mentor.photo} size="small" />
              {mentor.name}
            </span>
          </th>
          <td>
            <RecordLink to={paths.planner({ date, mentor: mentor.id })}>{formatTimeOff(off)}</RecordLink>
          </td>
          <td className={rows.words}>{reason}</td>
          <td>
            <AffectedAppointments count={affected} what={nameOf(off)} of={{ time_off_id: id }} />
          </td>
          <td>
            <RemoveTimeOff off={off} onRemoved={onRemoved} />
          </td>
        </>
      )
    }}
  </SortedTable>
)
