import type { Appointment } from '#contract/appointments.ts'
import type { Slot } from '#contract/schedules.ts'
import { t } from '../../lib/messages.ts'
import { sayTimes } from '../../lib/time.ts'
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
    <table className={`${styles.table} no-print`}>
      <caption className="visually-hidden">{t('workingList.caption')}</caption>
      <thead>
        <tr>
          {chosen && (
            <th scope="col" className={styles.tick}>
              <span className="visually-hidden">{t('workingList.choose')}</span>
            </th>
          )}
          <th scope="col" className={styles.serial}>
            {t('workingList.serial')}
          </th>
          <th scope="col">{t('workingList.time')}</th>
          <th scope="col">{t('workingList.client')}</th>
          <th scope="col">{t('workingList.mentor')}</th>
          <th scope="col">{t('workingList.asks')}</th>
          <th scope="col">{t('workingList.status')}</th>
          <th scope="col">{t('workingList.actions')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row =>
          row.kind === 'free' ? (
            <tr key={`${row.starts_at} ${row.slot.mentor.id}`} className={styles.freeRow}>
              <td className={styles.serial} colSpan={chosen ? 2 : 1}>
                {serialsOf(row.slot)}
              </td>
              <td className={styles.time}>{sayTimes(row.slot.starts_at, row.slot.ends_at, zone)}</td>
              <td>
                <FreeSeats slot={row.slot} zone={zone} />
              </td>
              <td colSpan={4}>{row.slot.mentor.name}</td>
            </tr>
          ) : (
            <Row key={row.appointment.id} appointment={row.appointment} zone={zone} next={row.appointment.id === next} chosen={chosen} />
          ),
        )}
      </tbody>
    </table>
  )
}

/** The numbers of a slot's seats: "4", or "4–6". */
const serialsOf = ({ serial, seats }: Slot): string => (seats === 1 ? String(serial) : `${serial}–${serial + seats - 1}`)

function Row({ appointment, zone, next, chosen }: { appointment: Appointment; zone: string; next: boolean; chosen: Chosen | null }) {
  const { id, serial, starts_at, ends_at, status, user } = appointment
  const over = status === 'cancelled' || status === 'entered-in-error'
  const look = [styles.row, over && styles.over, next && styles.nextRow].filter(Boolean).join(' ')
  return (
    <tr className={look}>
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
      <td className={styles.time}>{sayTimes(starts_at, ends_at, zone)}</td>
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
    </tr>
  )
}
