import type { Day } from '#contract/day.ts'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { differsInVisitorZone, formatTimes, formatZone } from '../../lib/time.ts'
import printed from '../../ui/printed-sheet.module.css'
import sheet from '../working-list/day-sheet.module.css'
import { SheetLine } from '../working-list/sheet-line.tsx'

/**
 * The day on paper (A4 or Letter): one row per client, by the organisation's clock, with a box to tick. Hidden on
 * screen.
 */
export function PrintedDay({ day, now }: { day: Day; now: number }) {
  return (
    <section className={`${printed.sheet} ${sheet.sheet}`} aria-label={t('today.printed')}>
      <SheetLine now={now} />
      <table>
        <thead>
          <tr>
            <th scope="col">{t('today.time')}</th>
            <th scope="col">{t('daySheet.here')}</th>
            <th scope="col">{t('workingList.client')}</th>
            <th scope="col">{t('workingList.mentor')}</th>
            <th scope="col">{t('today.where')}</th>
            <th scope="col">{t('workingList.status')}</th>
          </tr>
        </thead>
        <tbody>
          {day.appointments.map(({ id, starts_at, ends_at, time_zone, status, user, mentor, place, support_type }) => (
            <tr key={id}>
              <td>
                {formatTimes(starts_at, ends_at, day.time_zone)}
                {differsInVisitorZone(starts_at, time_zone, day.time_zone) && (
                  <>
                    <br />
                    {formatTimes(starts_at, ends_at, time_zone)} {formatZone(time_zone)}
                  </>
                )}
              </td>
              <td className={sheet.tick}>{status === 'booked' || status === 'pending' ? '☐' : '☑'}</td>
              <td>
                <strong>{user.name}</strong>
                <br />
                {user.phone && formatPhone(user.phone)}
              </td>
              <td>{mentor.name}</td>
              <td>
                {place.name}
                <br />
                {support_type.name}
              </td>
              <td>{t(`app.status.${status}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
