import type { Schedule } from '#contract/schedules.ts'
import { t } from '../../lib/messages.ts'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { undoPublishing } from './undo-sessions.ts'

/** Publishes a draft, with Undo. A refusal is shown as a toast. */
export function usePublishSchedule(onPublished?: (schedule: Schedule) => void, onUndone?: (schedule: Schedule) => void) {
  const { isPending: busy, mutate } = useApiMutation('POST /api/schedules/{id}/publish', {
    invalidates: ['GET /api/schedules', 'GET /api/schedules/{id}/edit'],
    onSuccess: schedule => {
      toastWithUndo(t('schedules.published'), async () => {
        await undoPublishing(schedule.undo)
        onUndone?.(schedule)
      })
      onPublished?.(schedule)
    },
  })
  const publish = ({ id, revision }: Pick<Schedule, 'id' | 'revision'>) => {
    if (!busy) mutate({ params: { id }, body: { revision } })
  }
  return { busy, publish }
}
