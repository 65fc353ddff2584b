/** The reads that show waiting list entries. */
export const waitingReads = ['GET /api/waiting-list', 'GET /api/waiting-list/{id}'] as const
