import type { Appointment } from '#contract/appointments.ts'

/** What answers a request. */
export type Answer = 'booked' | 'cancelled'
/** Every answer. */
export const answers: readonly Answer[] = ['booked', 'cancelled']

/** Whether the user can answer this request together with others. */
export const canAnswer = ({ status, can }: Appointment): boolean =>
  status === 'pending' && answers.some(answer => can.statuses.includes(answer))
