import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'

/** What becomes of the seat when an appointment gives it up: the waiting list comes first. */
export function FreedSeatNotice({ appointmentId }: { appointmentId: string }) {
  const { data } = useQuery({ ...queryOptionsOf('GET /api/appointments/{id}/waiting', { params: { id: appointmentId } }), staleTime: 0 })
  return data && <p>{t('waitingList.freedSeat', { count: data.waiting })}</p>
}
