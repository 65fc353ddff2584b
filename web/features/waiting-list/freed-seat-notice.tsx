import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'

/** What becomes of the seat when an appointment gives it up: the waiting list comes first, while there is time. */
export function FreedSeatNotice({ appointmentId }: { appointmentId: string }) {
  const { data } = useQuery({ ...queryOptionsOf('GET /api/appointments/{id}/waiting', { params: { id: appointmentId } }), staleTime: 0 })
  if (!data) return null
  return <p>{data.too_late ? t('waitingList.freedTooLate') : t('waitingList.freedSeat', { count: data.waiting })}</p>
}
