/** Queries that show waiting list entries. */
export const waitingListQueries = ['GET /api/waiting-list', 'GET /api/waiting-list/{id}'] as const
