import { keyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** After a change: every list and form of schedules is read again. */
export async function forgetSchedules(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keyOf('GET /api/schedules') }),
    queryClient.invalidateQueries({ queryKey: keyOf('GET /api/schedules/{id}/edit') }),
  ])
}
