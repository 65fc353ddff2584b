import type { Schedule } from '#contract/schedules.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { differsInVisitorZone, formatDate, formatTimes, formatZone } from '../../lib/time.ts'
import { readableColourStyle } from '../../ui/colour-contrast.ts'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { isOpen } from './bulk/bulk-actions.ts'
import { SelectRow } from './bulk/select-row.tsx'
import { SortColumn } from '../../ui/sort-column.tsx'
import { SelectAll } from '../../ui/select-all.tsx'
import { Column, Row, Table } from '../../ui/table.tsx'
import { RecordLink } from '../../ui/record-link.tsx'
import { DayHoliday } from './day-holiday.tsx'
import { formatScheduleName } from './format-schedule.ts'
import { groupByDay } from './group-by-day.ts'
import { MentorFaces } from './mentor-faces.tsx'
import { Occupancy } from './occupancy.tsx'
import { ScheduleActions } from './schedule-actions.tsx'
import { readFilters } from './schedule-filters.ts'
import { ScheduleStatus } from './schedule-status.tsx'
import styles from './schedule-table.module.css'
import type { HolidayOf } from './use-holidays.ts'

interface ScheduleTableProps {
  schedules: readonly Schedule[]
  /** Null for users who cannot change schedules. */
  selection: RowSelection<Schedule> | null
  shown: string | undefined
  holidayOf?: HolidayOf | undefined
}

/** Schedules on a wide screen: rows by day with a sticky header. `shown`: the id of the one to highlight. */
export function ScheduleTable({ schedules, shown, selection, holidayOf }: ScheduleTableProps) {
  const [params] = useSearchParams<'schedules'>()
  const { sort } = readFilters(params)
  const acts = can('Schedule Edit')
  return (
    <Table
      caption={t('schedules.caption')}
      acts={acts}
      columns={
        <>
          {selection && (
            <Column className={`${styles.tick} no-print`}>
              <SelectAll rows={schedules} selection={selection} />
            </Column>
          )}
          <SortColumn by="starts" sort={sort} standard="">
            {t('schedules.time')}
          </SortColumn>
          <Column>{t('schedules.what')}</Column>
          <Column>{t('schedules.who')}</Column>
          <Column>{t('schedules.occupancy')}</Column>
          <Column>{t('schedules.status')}</Column>
          {acts && <Column>{t('schedules.actions')}</Column>}
        </>
      }
    >
      {groupByDay(schedules).map(({ date, schedules: rows }) => (
        <tbody key={date}>
          <tr>
            <th scope="rowgroup" colSpan={5 + (acts ? 1 : 0) + (selection ? 1 : 0)} className={styles.day}>
              {formatDate(date)} <DayHoliday date={date} schedules={rows} holidayOf={holidayOf} />
            </th>
          </tr>
          {rows.map(schedule => (
            <ScheduleRow key={schedule.id} schedule={schedule} acts={acts} shown={schedule.id === shown} selection={selection} />
          ))}
        </tbody>
      ))}
    </Table>
  )
}

interface ScheduleRowProps {
  schedule: Schedule
  acts: boolean
  shown: boolean
  selection: RowSelection<Schedule> | null
}

function ScheduleRow({ schedule, acts, shown, selection }: ScheduleRowProps) {
  const { support_type, place, mentors, seats, starts_at, ends_at, time_zone } = schedule
  const times = formatTimes(starts_at, ends_at, time_zone)
  const over = !isOpen(schedule)
  return (
    <Row dim={over} current={shown} className={styles.row} style={readableColourStyle(support_type.colour)}>
      {selection && (
        <td className={`${styles.tick} no-print`}>
          <SelectRow schedule={schedule} selection={selection} />
        </td>
      )}
      <td className={styles.time}>
        {can('Appointment List') ? (
          <RecordLink
            to={paths.scheduleAppointments(schedule.id)}
            aria-label={t('schedules.appointmentsOf', { what: formatScheduleName(schedule) })}
          >
            {times}
          </RecordLink>
        ) : (
          <span>{times}</span>
        )}
        {differsInVisitorZone(starts_at, time_zone) && <span className={styles.second}>{formatZone(time_zone)}</span>}
      </td>
      <td className={styles.names}>
        <span>{support_type.name}</span>
        <span className={styles.second}>{place.name}</span>
      </td>
      <td className={`${styles.names} ${styles.mentors}`}>
        <MentorFaces mentors={mentors} />
      </td>
      <td className={styles.seats}>
        <Occupancy seats={seats} />
      </td>
      <td>
        <ScheduleStatus schedule={schedule} />
      </td>
      {acts && (
        <td>
          <ScheduleActions schedule={schedule} />
        </td>
      )}
    </Row>
  )
}
