import { queryKeyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** After a change: the list, each provider, and what sign-in pages offer. */
export async function invalidateProviders(): Promise<void> {
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('GET /api/providers') })
  await queryClient.invalidateQueries({ queryKey: queryKeyOf('GET /api/site') })
}
