import type { ClosedDay } from '#contract/absences.ts'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { formatDate } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { absenceQueries } from './absence-queries.ts'
import { formatClosedDay } from './format-absence.ts'
import { undoReopening } from './restore.ts'

/** Opens a place again on a day, for those who may. */
export function ReopenDay({ day, onRemoved }: { day: ClosedDay; onRemoved: () => void }) {
  const { id, place, date } = day
  const removal = useApiMutation('DELETE /api/closed-days/{id}', {
    success: () => ({ text: t('closedDay.removed', { place: place.name, date: formatDate(date) }), ...undoReopening(day) }),
    invalidates: absenceQueries,
    onSuccess: onRemoved,
  })
  if (!can('Settings Edit')) return null
  return (
    <Button
      small
      busy={removal.isPending}
      aria-label={t('closedDay.openOf', { what: formatClosedDay(day) })}
      onClick={() => removal.mutate({ params: { id } })}
    >
      {t('closedDay.open')}
    </Button>
  )
}
