import { keyOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** After a change of roles or of who holds them: everything that shows them is read again. */
export async function forgetRoles(): Promise<void> {
  const readers = [
    'GET /api/roles',
    'GET /api/roles/{id}/edit',
    'GET /api/assigned-users',
    'GET /api/role-assign/create',
    'GET /api/role-assign-edit/{id}',
    'GET /api/users/{id}/abilities',
  ] as const
  await Promise.all(readers.map(name => queryClient.invalidateQueries({ queryKey: keyOf(name) })))
}
