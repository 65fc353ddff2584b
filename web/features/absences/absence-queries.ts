/** Queries that show absences or the schedules they block. */
export const absenceQueries = ['GET /api/time-off', 'GET /api/closed-days', 'GET /api/schedules', 'GET /api/schedules/{id}/edit'] as const
