import type { DayAppointment } from '#contract/day.ts'
import { createContext, use, type PointerEvent } from 'react'
import { can } from '../../lib/session.ts'

interface Moving {
  /** The appointment that gets another time. */
  appointment: DayAppointment | undefined
  /** Whether the appointment can move to the free time with this key. */
  isTarget: (key: string) => boolean
  /** The key of the free time under the pointer. */
  aimed: string | undefined
  start: (appointment: DayAppointment) => void
  /** Starts when the pressed pointer moves. */
  drag: (pressed: PointerEvent, appointment: DayAppointment, onStart: () => void) => void
  /** Opens the preview. */
  choose: (key: string) => void
}

const nothing = () => {}

/** What can be moved on the board around this component; by default nothing. */
export const MovingContext = createContext<Moving>({
  appointment: undefined,
  isTarget: () => false,
  aimed: undefined,
  start: nothing,
  drag: nothing,
  choose: nothing,
})
/** The move on the board around this component. */
export const useMoving = (): Moving => use(MovingContext)

/**
 * For staff with the right. The server's answer also covers the status; it has another rule for the user's own
 * appointments.
 */
export const canMove = (appointment: DayAppointment): boolean => can('Appointment Edit') && appointment.can.move === true
