import { keyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** After a change: every list and view of contracts is read again, the public pages' too. */
export async function forgetContracts(): Promise<void> {
  const names = [
    'GET /api/legally-binding-contract',
    'GET /api/legally-binding-contract/{id}',
    'GET /api/legally-binding-contract/{id}/edit',
    'GET /api/legally-binding-contract/{id}/missing',
    'GET /api/show-list',
  ] as const
  await Promise.all(names.map(name => queryClient.invalidateQueries({ queryKey: keyOf(name) })))
}
