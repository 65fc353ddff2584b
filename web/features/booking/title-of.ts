import type { Appointment } from '#contract/appointments.ts'
import { t } from '../../lib/messages.ts'

/** What the confirmation says first. */
export function titleOf({ status }: Appointment, moved: boolean): string {
  if (status === 'pending') return t('booking.done.titlePending')
  if (status !== 'booked') return t('booking.done.titleOther')
  return t(moved ? 'booking.done.titleMoved' : 'booking.done.title')
}
