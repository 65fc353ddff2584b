import { holdsSeat } from '#domain/booking/status.ts'
import { formatNumber } from '../../lib/format-values.ts'
import type { ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { formatDay, formatTimes } from '../../lib/time.ts'
import { formatInterpreterNeed } from '../people/interpreter-need.tsx'
import printed from '../../ui/printed-sheet.module.css'
import { attendanceMark, ClientWithStatus } from './attendance.tsx'
import { dayRows } from './day-rows.ts'
import styles from './day-sheet.module.css'
import { SheetLine } from './sheet-line.tsx'

/** The working list on paper (A4 or Letter): clients, questions, a box to tick. Hidden on screen. */
export function DaySheet({ day: { schedule, slots, data }, now }: { day: ResponseBody<'GET /api/appointments'>; now: number }) {
  const { place, starts_at, time_zone, mentors } = schedule
  const hasMentors = mentors.length > 1
  const coming = data.filter(({ status }) => holdsSeat(status))
  return (
    <section className={`${printed.sheet} ${styles.sheet}`} aria-label={t('daySheet.title')}>
      <table>
        <thead>
          <SheetLine now={now} columns={hasMentors ? 6 : 5}>
            {[formatDay(starts_at, time_zone), place.name, mentors.map(({ name }) => name).join(', ')].filter(Boolean).join(' · ')}
          </SheetLine>
          <tr>
            <th scope="col">{t('workingList.serial')}</th>
            <th scope="col">{t('workingList.time')}</th>
            <th scope="col">{t('daySheet.here')}</th>
            <th scope="col">{t('workingList.client')}</th>
            {hasMentors && <th scope="col">{t('workingList.mentor')}</th>}
            <th scope="col">{t('workingList.asks')}</th>
          </tr>
        </thead>
        <tbody>
          {dayRows(coming, slots).map(row => {
            const times = row.kind === 'free' ? row.slot : row.appointment
            return (
              <tr key={row.kind === 'free' ? `${row.starts_at} ${row.slot.mentor.id}` : row.appointment.id}>
                <td>{row.kind === 'free' ? '' : formatNumber(row.appointment.serial)}</td>
                <td>{formatTimes(times.starts_at, times.ends_at, time_zone)}</td>
                <td className={styles.tick}>{row.kind === 'free' ? '☐' : attendanceMark(row.appointment.status)}</td>
                {row.kind === 'free' ? (
                  <td className={styles.free}>{t('workingList.free', { count: row.slot.free })}</td>
                ) : (
                  <td>
                    <ClientWithStatus name={row.appointment.user.name} status={row.appointment.status} />
                    <br />
                    {row.appointment.user.phone && formatPhone(row.appointment.user.phone)}
                    {row.appointment.interpreter_language && <p>{formatInterpreterNeed(row.appointment)}</p>}
                  </td>
                )}
                {hasMentors && <td>{times.mentor.name}</td>}
                <td className={styles.questions}>{row.kind === 'free' ? '' : row.appointment.questions.join('\n')}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
