/** The reads that show people: a change to one fetches them again. */
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
