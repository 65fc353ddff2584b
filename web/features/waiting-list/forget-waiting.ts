import { keyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** Reads anew whatever shows entries of the waiting list. */
export async function forgetWaiting(): Promise<void> {
  const names = ['GET /api/waiting-list', 'GET /api/waiting-list/{id}'] as const
  await Promise.all(names.map(name => queryClient.invalidateQueries({ queryKey: keyOf(name) })))
}
