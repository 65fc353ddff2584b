import type { TimeOff } from '#contract/absences.ts'
import { localDateOf } from '#domain/time/local-date.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import rows from '../../ui/row-list.module.css'
import { SelectAll } from '../../ui/select-all.tsx'
import { SelectRow } from '../../ui/select-row.tsx'
import { SortColumn } from '../../ui/sort-column.tsx'
import { Column, Row, Table } from '../../ui/table.tsx'
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

/** Time off of mentors on a wide screen; a row leads to its first day in the planner. */
export const TimeOffTable = ({ entries, selection, sort, onRemoved }: TimeOffTableProps) => (
  <Table
    caption={t('absences.timeOff')}
    acts
    columns={
      <>
        {selection && (
          <Column className={rows.tick}>
            <SelectAll rows={entries} selection={selection} />
          </Column>
        )}
        <SortColumn by="mentor" sort={sort} standard="starts">
          {t('absences.mentor')}
        </SortColumn>
        <SortColumn by="starts" sort={sort} standard="starts">
          {t('planner.when')}
        </SortColumn>
        <Column>{t('timeOff.reason')}</Column>
        <Column>{t('absences.appointments')}</Column>
        <Column>{t('users.actions')}</Column>
      </>
    }
  >
    <tbody>
      {entries.map(off => {
        const { id, mentor, reason, affected, starts_at, time_zone } = off
        const when = formatTimeOff(off)
        const date = localDateOf(Temporal.Instant.from(starts_at), time_zone)
        return (
          <Row key={id}>
            {selection && (
              <td>
                <SelectRow row={off} name={`${mentor.name}, ${when}`} selection={selection} />
              </td>
            )}
            <th scope="row">
              <span className={rows.who}>
                <Avatar name={mentor.name} photo={mentor.photo} size="small" />
                {mentor.name}
              </span>
            </th>
            <td>
              <RecordLink to={paths.planner({ date, mentor: mentor.id })}>{when}</RecordLink>
            </td>
            <td className={rows.words}>{reason}</td>
            <td>
              <AffectedAppointments count={affected} what={`${mentor.name}, ${when}`} of={{ time_off_id: id }} />
            </td>
            <td>
              <RemoveTimeOff off={off} onRemoved={onRemoved} />
            </td>
          </Row>
        )
      })}
    </tbody>
  </Table>
)
