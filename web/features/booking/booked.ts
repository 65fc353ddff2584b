import type { Appointment } from '#contract/appointments.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'

const keyOfBooked = (id: string) => ['booked', id]

/** Keeps what the booking answered, so that its confirmation shows even when the connection is lost right after. */
export const keepBooked = (appointment: Appointment): void => void queryClient.setQueryData(keyOfBooked(appointment.id), appointment)

/** One's own appointment with its session's note; read once a person is logged in. Of the answers at hand the newest revision counts. */
export function useAppointment(id: string) {
  const person = useSession()?.user.id
  const query = useQuery({ ...queryOf('GET /api/appointments/{id}', { params: { id } }), enabled: person !== undefined })
  const kept = queryClient.getQueryData<Appointment>(keyOfBooked(id))
  const read = query.data?.appointment
  const isKeptNewer = kept !== undefined && kept.user.id === person && kept.revision > (read?.revision ?? 0)
  const appointment = isKeptNewer ? kept : read
  const schedule = query.data?.schedule
  return { query, appointment, note: schedule?.id === appointment?.schedule_id ? schedule?.note : undefined }
}
