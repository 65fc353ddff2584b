import type { ResponseBody } from '../../lib/api.ts'

/** An appointment as the staff's page loads it. */
export type OpenedAppointment = ResponseBody<'GET /api/appointments/{id}/edit'>
