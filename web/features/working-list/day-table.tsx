import type { Appointment } from '#contract/appointments.ts'
import type { Slot } from '#contract/schedules.ts'
import { t } from '../../lib/messages.ts'
import { formatTimes } from '../../lib/time.ts'
import { Column, Row, Table } from '../../ui/table.tsx'
import { StatusActions } from '../appointments/status-actions.tsx'
import type { DayRow } from './day-rows.ts'
import { ClientLine, FreeSeats, MentorLine, QuestionsLink, StateLine } from './row-parts.tsx'
import styles from './working-list.module.css'
import type { Chosen } from './use-chosen.ts'

interface DayTableProps {
  rows: readonly DayRow[]
  zone: string
  /** Who is next. */
  next: string | null
  /** For doing one thing with several; null for those who may not. */
  chosen: Chosen | null
}

/** The day at a desk: a row for each seat; the header stays. */
export function DayTable({ rows, zone, next, chosen }: DayTableProps) {
  return (
    <Table
      className={`${styles.table} no-print`}
      caption={t('workingList.caption')}
      columns={
        <>
          {chosen && (
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
              <td className={styles.serial} colSpan={chosen ? 2 : 1}>
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
              chosen={chosen}
            />
          ),
        )}
      </tbody>
    </Table>
  )
}

/** The numbers of a slot's seats: "4", or "4–6". */
const serialsOf = ({ serial, seats }: Slot): string => (seats === 1 ? String(serial) : `${serial}–${serial + seats - 1}`)

function SeatRow({ appointment, zone, next, chosen }: { appointment: Appointment; zone: string; next: boolean; chosen: Chosen | null }) {
  const { id, serial, starts_at, ends_at, status, user } = appointment
  const over = status === 'cancelled' || status === 'entered-in-error'
  return (
    <Row dim={over} className={[styles.row, over && styles.over, next && styles.nextRow].filter(Boolean).join(' ')}>
      {chosen && (
        <td className={styles.tick}>
          {chosen.can(appointment) && (
            <input
              type="checkbox"
              aria-label={t('workingList.chooseOf', { name: user.name })}
              checked={chosen.ids.has(id)}
              onChange={() => chosen.toggle(id)}
            />
          )}
        </td>
      )}
      <td className={styles.serial}>{serial}</td>
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
