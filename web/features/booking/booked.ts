import type { Appointment } from '#contract/appointments.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'

const keyOfBooked = (id: string) => ['booked', id]

/** Keeps what the booking answered, so that its confirmation shows even when the connection is lost right after. */
export const keepBooked = (appointment: Appointment): void => void queryClient.setQueryData(keyOfBooked(appointment.id), appointment)

/** One's own appointment with its session's note; asked for once somebody is logged in. */
export function useAppointment(id: string) {
  const person = useSession()?.user.id
  const query = useQuery({ ...queryOf('GET /api/appointments/{id}', { params: { id } }), enabled: person !== undefined })
  const kept = queryClient.getQueryData<Appointment>(keyOfBooked(id))
  return { query, appointment: query.data?.appointment ?? (kept?.user.id === person ? kept : undefined), note: query.data?.schedule.note }
}
