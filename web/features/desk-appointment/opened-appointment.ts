import type { ResponseBody } from '../../lib/api.ts'

/** Response of the staff's appointment page. */
export type OpenedAppointment = ResponseBody<'GET /api/appointments/{id}/edit'>
