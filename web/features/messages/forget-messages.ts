import { keyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** What was read of messages is old: read it again wherever it is shown. */
export async function forgetMessages(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: keyOf('GET /api/messages') }),
    queryClient.invalidateQueries({ queryKey: keyOf('GET /api/messages/{id}') }),
  ])
}
