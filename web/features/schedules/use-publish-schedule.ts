import type { Schedule } from '#contract/schedules.ts'
import { t } from '../../lib/messages.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

/** Publishes a draft. A refusal is shown as a toast. */
export function usePublishSchedule(onPublished?: (schedule: Schedule) => void) {
  const { isPending: busy, mutate } = useApiMutation('POST /api/schedules/{id}/publish', {
    success: t('schedules.published'),
    invalidates: ['GET /api/schedules', 'GET /api/schedules/{id}/edit'],
    onSuccess: onPublished,
  })
  const publish = ({ id, revision }: Pick<Schedule, 'id' | 'revision'>) => {
    if (!busy) mutate({ params: { id }, body: { revision } })
  }
  return { busy, publish }
}
