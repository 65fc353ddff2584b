import type { TimeOff } from '#contract/absences.ts'
import { t } from '../../lib/messages.ts'
import { can, session } from '../../lib/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { absenceQueries } from './absence-queries.ts'
import styles from './absences.module.css'
import { AffectedAppointments } from './affected-appointments.tsx'
import { formatTimeOff } from './format-absence.ts'
import { undoRemoval } from './restore.ts'

/**
 * One absence of a mentor: when, the affected appointments, and a button to remove it. `named` shows the
 * mentor's name.
 */
export function TimeOffRow({ off, named, onRemoved }: { off: TimeOff; named: boolean; onRemoved: () => void }) {
  const { id, mentor, reason, affected, revision } = off
  const when = formatTimeOff(off)
  const removal = useApiMutation('DELETE /api/time-off/{id}', {
    success: () => ({ text: t('timeOff.removed'), ...undoRemoval(off) }),
    invalidates: absenceQueries,
    onSuccess: onRemoved,
  })
  return (
    <Card as="li">
      <div className={styles.row}>
        <div className={styles.what}>
          {named && <Avatar name={mentor.name} photo={mentor.photo} size="small" />}
          <div>
            <p className={styles.when}>{when}</p>
            <p className="soft small">{[named && mentor.name, reason].filter(Boolean).join(' · ')}</p>
          </div>
        </div>
        <div className={styles.actions}>
          <AffectedAppointments count={affected} what={`${mentor.name}, ${when}`} of={{ time_off_id: id }} />
          {(can('Schedule Edit') || session()?.user.id === mentor.id) && (
            <Button
              small
              busy={removal.isPending}
              aria-label={t('absences.removeOf', { what: `${mentor.name}, ${when}` })}
              onClick={() => removal.mutate({ params: { id }, query: { revision } })}
            >
              {t('absences.remove')}
            </Button>
          )}
        </div>
      </div>
    </Card>
  )
}
