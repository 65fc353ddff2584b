import type { Day } from '#contract/day.ts'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { differsInVisitorZone, formatDate, formatTime, formatTimes, formatZone } from '../../lib/time.ts'
import printed from '../../ui/printed-sheet.module.css'
import sheet from '../working-list/day-sheet.module.css'
import { formatInterpreterNeed } from '../people/interpreter-need.tsx'
import { attendanceMark, ClientWithStatus } from '../working-list/attendance.tsx'
import { SheetLine } from '../working-list/sheet-line.tsx'
import styles from './printed-day.module.css'

interface PrintedDayProps {
  /** With the appointments that the page shows. */
  day: Day
  /** The mentor or place of a filtered page. */
  only: string | undefined
  now: number
}

/**
 * The day on paper (A4 or Letter): one line per client, by the organisation's clock, with a box to tick. Hidden on
 * screen.
 */
export function PrintedDay({ day, only, now }: PrintedDayProps) {
  const hasPlaces = new Set(day.appointments.map(({ place }) => place.id)).size > 1
  return (
    <section className={`${printed.sheet} ${sheet.sheet} ${styles.day}`} aria-label={t('today.printed')}>
      <table>
        <thead>
          <SheetLine now={now} columns={hasPlaces ? 7 : 6}>
            {[formatDate(day.date), only].filter(Boolean).join(' · ')}
          </SheetLine>
          <tr>
            <th scope="col">{t('today.time')}</th>
            <th scope="col">{t('daySheet.here')}</th>
            <th scope="col">{t('workingList.client')}</th>
            <th scope="col">{t('users.phone')}</th>
            <th scope="col">{t('workingList.mentor')}</th>
            {hasPlaces && <th scope="col">{t('today.where')}</th>}
            <th scope="col">{t('schedules.supportType')}</th>
          </tr>
        </thead>
        <tbody>
          {day.appointments.map(
            ({ id, starts_at, ends_at, time_zone, status, user, mentor, place, support_type, interpreter_language }) => (
              <tr key={id}>
                <td className={styles.unbroken}>{formatTimes(starts_at, ends_at, day.time_zone)}</td>
                <td className={styles.tick}>{attendanceMark(status)}</td>
                <td className={styles.client}>
                  <ClientWithStatus name={user.name} status={status} />
                  {interpreter_language && ` · ${formatInterpreterNeed({ interpreter_language })}`}
                </td>
                <td className={styles.unbroken}>{user.phone && formatPhone(user.phone)}</td>
                <td>{mentor.name}</td>
                {hasPlaces && (
                  <td>
                    <bdi>{place.name}</bdi>
                    {differsInVisitorZone(starts_at, time_zone, day.time_zone) && (
                      <>
                        , <span className={styles.unbroken}>{`${formatTime(starts_at, time_zone)} ${formatZone(time_zone)}`}</span>
                      </>
                    )}
                  </td>
                )}
                <td>{support_type.name}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </section>
  )
}
