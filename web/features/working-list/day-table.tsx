import type { Appointment } from '#contract/appointments.ts'
import type { Slot } from '#contract/schedules.ts'
import { holdsSeat } from '#domain/booking/status.ts'
import { formatNumber } from '../../lib/format-values.ts'
import { t } from '../../lib/messages.ts'
import { formatTimes, joinRange } from '../../lib/time.ts'
import { RowCheckbox } from '../../ui/row-checkbox.tsx'
import { Column, Row, Table } from '../../ui/table.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { StatusActions } from '../appointments/status-actions.tsx'
import type { DayRow } from './day-rows.ts'
import { ClientLine, FreeSeats, MentorLine, QuestionsLink, StateLine } from './row-parts.tsx'
import styles from './working-list.module.css'

interface DayTableProps {
  rows: readonly DayRow[]
  zone: string
  /** Id of the next appointment. */
  next: string | null
  /** Null without the ability to edit appointments. */
  selection: RowSelection<Appointment> | null
}

/** The working list on a wide screen: one row per seat. Shift+click on a checkbox selects a range. */
export function DayTable({ rows, zone, next, selection }: DayTableProps) {
  return (
    <Table
      className={`${styles.table} no-print`}
      caption={t('workingList.caption')}
      columns={
        <>
          {selection && (
            <Column className={styles.tick}>
              <span className="visually-hidden">{t('workingList.choose')}</span>
            </Column>
          )}
          <Column className={styles.serial}>{t('workingList.serial')}</Column>
          <Column>{t('workingList.time')}</Column>
          <Column>{t('workingList.client')}</Column>
          <Column>{t('workingList.mentor')}</Column>
          <Column>{t('workingList.asks')}</Column>
          <Column>{t('workingList.status')}</Column>
          <Column>{t('workingList.actions')}</Column>
        </>
      }
    >
      <tbody>
        {rows.map(row =>
          row.kind === 'free' ? (
            <tr key={`${row.starts_at} ${row.slot.mentor.id}`} className={styles.freeRow}>
              <td className={styles.serial} colSpan={selection ? 2 : 1}>
                {serialsOf(row.slot)}
              </td>
              <td className={styles.time}>{formatTimes(row.slot.starts_at, row.slot.ends_at, zone)}</td>
              <td>
                <FreeSeats slot={row.slot} zone={zone} />
              </td>
              <td colSpan={4}>{row.slot.mentor.name}</td>
            </tr>
          ) : (
            <SeatRow
              key={row.appointment.id}
              appointment={row.appointment}
              zone={zone}
              next={row.appointment.id === next}
              selection={selection}
            />
          ),
        )}
      </tbody>
    </Table>
  )
}

/** The serials of a slot's seats: "4" or "4–6". */
const serialsOf = ({ serial, seats }: Slot): string => (seats === 1 ? formatNumber(serial) : joinRange(serial, serial + seats - 1))

interface SeatRowProps {
  appointment: Appointment
  zone: string
  next: boolean
  selection: RowSelection<Appointment> | null
}

function SeatRow({ appointment, zone, next, selection }: SeatRowProps) {
  const { id, serial, starts_at, ends_at, status, user } = appointment
  const over = !holdsSeat(status)
  return (
    <Row dim={over} className={[styles.row, over && styles.over, next && styles.nextRow].filter(Boolean).join(' ')}>
      {selection && (
        <td className={styles.tick}>
          {selection.canSelect(appointment) && (
            <RowCheckbox
              label={t('workingList.chooseOf', { name: user.name })}
              checked={selection.ids.has(id)}
              onToggle={extend => selection.toggle(id, extend)}
            />
          )}
        </td>
      )}
      <td className={styles.serial}>{formatNumber(serial)}</td>
      <td className={styles.time}>{formatTimes(starts_at, ends_at, zone)}</td>
      <td>
        <ClientLine appointment={appointment} />
      </td>
      <td className={styles.mentor}>
        <MentorLine appointment={appointment} />
      </td>
      <td>
        <QuestionsLink appointment={appointment} />
      </td>
      <td>
        <StateLine appointment={appointment} next={next} />
      </td>
      <td>
        <StatusActions appointment={appointment} />
      </td>
    </Row>
  )
}
