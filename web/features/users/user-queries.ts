/** Queries that show users, refetched after a change to one. */
export const userQueries = [
  'GET /api/users',
  'GET /api/users/{id}',
  'GET /api/users/{id}/edit',
  'GET /api/users/{id}/record',
  'GET /api/users/{id}/views',
  'GET /api/users/{id}/merge',
  'GET /api/my-profile',
  'GET /api/assigned-users',
  'GET /api/find-users',
] as const
