import type { Appointment } from '#contract/appointments.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'

const cacheKey = (id: string) => ['booked', id]

/** Caches the booking's response, so that the confirmation shows even if the connection is lost right after. */
export const cacheAppointment = (appointment: Appointment): void => void queryClient.setQueryData(cacheKey(appointment.id), appointment)

const movedKey = (id: string) => ['moved-from', id]

/** Keeps where the appointment was before it was moved, for the confirmation. */
export const cacheMovedFrom = (appointment: Appointment): void => void queryClient.setQueryData(movedKey(appointment.id), appointment)

/** The client's own appointment and its session, with the note for clients. Loads once signed in; the newest known revision wins. */
export function useAppointment(id: string) {
  const person = useSession()?.user.id
  const query = useQuery({ ...queryOptionsOf('GET /api/appointments/{id}', { params: { id } }), enabled: person !== undefined })
  const kept = ownFromCache(cacheKey(id), person)
  const read = query.data?.appointment
  const appointment = kept && kept.revision > (read?.revision ?? 0) ? kept : read
  const movedFrom = ownFromCache(movedKey(id), person)
  return {
    query,
    appointment,
    movedFrom,
    schedule: query.data?.schedule.id === appointment?.schedule_id ? query.data?.schedule : undefined,
  }
}

/** Never the appointment of the person who used this tab before. */
function ownFromCache(key: string[], person: string | undefined): Appointment | undefined {
  const kept = queryClient.getQueryData<Appointment>(key)
  return kept?.user.id === person ? kept : undefined
}
