import { keyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** After a change: the absences, and every schedule that they block, are read again. */
export async function forgetAbsences(): Promise<void> {
  const names = ['GET /api/time-off', 'GET /api/closed-days', 'GET /api/schedules', 'GET /api/schedules/{id}/edit'] as const
  await Promise.all(names.map(name => queryClient.invalidateQueries({ queryKey: keyOf(name) })))
}
