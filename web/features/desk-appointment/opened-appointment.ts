import type { Answer } from '../../lib/api.ts'

/** An appointment as the staff's page loads it. */
export type OpenedAppointment = Answer<'GET /api/appointments/{id}/edit'>
