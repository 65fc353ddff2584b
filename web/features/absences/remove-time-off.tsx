import type { TimeOff } from '#contract/absences.ts'
import { t } from '../../lib/messages.ts'
import { can, session } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { absenceQueries } from './absence-queries.ts'
import { formatTimeOff } from './format-absence.ts'
import { undoRemoval } from './restore.ts'

/** Removes an absence, for those who may. */
export function RemoveTimeOff({ off, onRemoved }: { off: TimeOff; onRemoved: () => void }) {
  const { id, mentor, revision } = off
  const removal = useApiMutation('DELETE /api/time-off/{id}', {
    success: () => ({ text: t('timeOff.removed'), ...undoRemoval(off) }),
    invalidates: absenceQueries,
    onSuccess: onRemoved,
  })
  if (!can('Schedule Edit') && session()?.user.id !== mentor.id) return null
  return (
    <Button
      small
      busy={removal.isPending}
      aria-label={t('absences.removeOf', { what: `${mentor.name}, ${formatTimeOff(off)}` })}
      onClick={() => removal.mutate({ params: { id }, query: { revision } })}
    >
      {t('absences.remove')}
    </Button>
  )
}
