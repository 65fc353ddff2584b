import type { WeeklyHours } from '#contract/weekly-hours.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { formatDate } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EndDialog } from './end-dialog.tsx'
import { formatSpan, HoursTimes, SkippedDates } from './hours-times.tsx'
import { WeeklyHoursDialog } from './weekly-hours-dialog.tsx'
import styles from './weekly-hours.module.css'

/** One mentor's weekly hours: the times, what is planned, and what was skipped. */
export function WeeklyHoursCard({ hours, onEnded }: { hours: WeeklyHours; onEnded: () => void }) {
  const [changing, setChanging] = useState(false)
  const [ending, setEnding] = useState(false)
  const { mentor, place, ranges, from_date, until_date, sessions_ahead, clients_ahead, planned_until, skipped } = hours
  return (
    <Card as="li">
      <div className={styles.head}>
        <div className={styles.who}>
          <Avatar name={mentor.name} photo={mentor.photo} />
          <div>
            <h2 className={styles.name}>{mentor.name}</h2>
            <p className="soft small">
              <bdi>{place.name}</bdi> · {formatSpan(from_date, until_date)}
            </p>
          </div>
        </div>
        {can('Schedule Edit') && (
          <div className={`${styles.actions} no-print`}>
            {can('Schedule Create') && (
              <Button small aria-label={t('weeklyHours.changeOf', { name: mentor.name })} onClick={() => setChanging(true)}>
                {t('weeklyHours.changeButton')}
              </Button>
            )}
            <Button small aria-label={t('weeklyHours.endOf', { name: mentor.name })} onClick={() => setEnding(true)}>
              {t('weeklyHours.endButton')}
            </Button>
          </div>
        )}
      </div>
      <HoursTimes ranges={ranges} />
      <p className="small">
        {t('weeklyHours.planned', { sessions: sessions_ahead, clients: clients_ahead })}{' '}
        {planned_until && <span className="soft">{t('weeklyHours.plannedUntil', { date: formatDate(planned_until) })}</span>}
      </p>
      <SkippedDates skipped={skipped} summary={t('weeklyHours.skipped', { count: skipped.length })} />
      {changing && <WeeklyHoursDialog hours={hours} onClose={() => setChanging(false)} />}
      {ending && <EndDialog hours={hours} onClose={() => setEnding(false)} onEnded={onEnded} />}
    </Card>
  )
}
