import type { Appointment, Status } from './model.ts'

/** Every step there is, by who may take it. An undoing leads back to where it came from. */
const desk: Partial<Record<Status, readonly Status[]>> = {
  booked: ['arrived', 'fulfilled', 'noshow'],
  arrived: ['fulfilled', 'booked'],
  fulfilled: ['booked', 'arrived'],
  noshow: ['booked'],
}
const staffOnly: Partial<Record<Status, readonly Status[]>> = { pending: ['booked', 'cancelled'], booked: ['cancelled'] }

/** Whether a step is one of the product's: the table of its rules. */
export function isStep({ status, before, time }: Pick<Appointment, 'status' | 'before' | 'time'>, to: Status, staff: boolean): boolean {
  if (to === 'entered-in-error') return staff && status !== to
  if (staff && staffOnly[status]?.includes(to)) return true
  if (!desk[status]?.includes(to)) return false
  // From here only the last step is undone, at any time.
  if (status === 'fulfilled') return before === to
  // The drill's sessions began an hour ago or are more than a year ahead: check-in is not open for those.
  return to === 'booked' || time.begun
}
