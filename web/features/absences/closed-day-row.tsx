import type { ClosedDay } from '#contract/absences.ts'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { formatDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { absenceQueries } from './absence-queries.ts'
import styles from './absences.module.css'
import { AffectedAppointments } from './affected-appointments.tsx'
import { formatClosedDay } from './format-absence.ts'

/**
 * One closed day: its place, the affected appointments, and a button to reopen. `named` shows the place's name.
 */
export function ClosedDayRow({ day, named, onRemoved }: { day: ClosedDay; named: boolean; onRemoved: () => void }) {
  const { id, place, date, reason, affected } = day
  const removal = useApiMutation('DELETE /api/closed-days/{id}', {
    success: t('closedDay.removed', { place: place.name, date: formatDate(date) }),
    invalidates: absenceQueries,
    onSuccess: onRemoved,
  })
  return (
    <Card as="li">
      <div className={styles.row}>
        <div className={styles.what}>
          <div>
            <p className={styles.when}>{formatDate(date)}</p>
            <p className="soft small">{[named && place.name, reason].filter(Boolean).join(' · ')}</p>
          </div>
        </div>
        <div className={styles.actions}>
          <AffectedAppointments count={affected} what={formatClosedDay(day)} of={{ closed_day_id: id }} />
          {can('Settings Edit') && (
            <Button
              small
              busy={removal.isPending}
              aria-label={t('closedDay.openOf', { what: formatClosedDay(day) })}
              onClick={() => removal.mutate({ params: { id } })}
            >
              {t('closedDay.open')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
