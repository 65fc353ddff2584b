import type { Planner } from '#contract/planner.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { t } from '../../lib/messages.ts'
import { formatDate } from '../../lib/time.ts'
import printed from '../../ui/printed-sheet.module.css'
import { dateOf, formatTimesOn } from './local-times.ts'
import { formatClock, type Lookup } from './lookup.ts'
import styles from './planner-sheet.module.css'

interface PlannerSheetProps {
  planner: Planner
  days: readonly LocalDate[]
  lookup: Lookup
}

/** The shown days on paper (A4 or Letter): a table for each, with absences and closed days. */
export function PlannerSheet({ planner, days, lookup }: PlannerSheetProps) {
  return (
    <div className={`${printed.sheet} ${styles.sheet}`}>
      {days.map(day => {
        const sessions = planner.sessions
          .filter(({ starts_local }) => dateOf(starts_local) === day)
          .toSorted((a, b) => a.starts_local.localeCompare(b.starts_local))
        const notes = notesOf(planner, day, lookup)
        return (
          <section key={day}>
            <h2>{formatDate(day)}</h2>
            {notes.map(note => (
              <p key={note}>
                <bdi>{note}</bdi>
              </p>
            ))}
            {sessions.length === 0 ? (
              <p>{t('planner.noSessions')}</p>
            ) : (
              <table>
                <thead>
                  <tr>
                    <th scope="col">{t('planner.when')}</th>
                    <th scope="col">{t('schedules.supportType')}</th>
                    <th scope="col">{t('schedules.mentor')}</th>
                    <th scope="col">{t('schedules.place')}</th>
                    <th scope="col">{t('planner.booked')}</th>
                  </tr>
                </thead>
                <tbody>
                  {sessions.map(session => (
                    <tr key={session.id}>
                      <td className={styles.times}>{[formatClock(session), lookup.zoneOf(session)].filter(Boolean).join(' · ')}</td>
                      <td>{[lookup.typeOf(session), session.status === 'draft' && t('schedules.draft')].filter(Boolean).join(' · ')}</td>
                      <td>{lookup.mentorsOf(session)}</td>
                      <td>{lookup.placeOf(session)}</td>
                      <td>{t('planner.bookedOf', session.seats)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        )
      })}
    </div>
  )
}

/** Closed places, and who is away when. */
function notesOf({ closed, away }: Planner, day: LocalDate, lookup: Lookup): string[] {
  const places = closed.filter(({ date }) => date === day)
  const [start, end] = [`${day}T00:00`, `${day}T24`]
  const absences = away.filter(({ starts_local, ends_local }) => starts_local < end && ends_local > start)
  return [
    ...places.map(({ place_id, reason }) =>
      [t('week.placeClosed', { place: lookup.placeOf({ place_id }) }), reason].filter(Boolean).join(' '),
    ),
    ...absences.map(({ mentor_id, kind, ...period }) => {
      const what = [lookup.mentorsOf({ mentor_ids: [mentor_id] }), t(`planner.${kind}`)].join(' · ')
      const times = formatTimesOn(day, period)
      return times ? t('planner.shadeAt', { what, times }) : what
    }),
  ]
}
