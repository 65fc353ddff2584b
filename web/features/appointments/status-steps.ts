import type { AppointmentStatus } from '#contract/appointments.ts'
import { IconChecks, IconDoorEnter, IconEraser, IconThumbUp, IconUserOff, IconX } from '@tabler/icons-react'
import type { MessageId } from '../../lib/messages.ts'

/** How a button shows one step of an appointment. */
export interface Step {
  label: MessageId
  icon: typeof IconX
  /** Keyboard shortcut while the focus is within these actions. */
  key?: string
  /** Asks for a reason first. */
  asks?: boolean
}

/** What staff and the mentor can do with an appointment, by the status that it leads to. */
export const steps: Partial<Record<AppointmentStatus, Step>> = {
  booked: { label: 'appointmentStatus.approve', icon: IconThumbUp, key: 'a' },
  arrived: { label: 'appointmentStatus.checkIn', icon: IconDoorEnter, key: 'c' },
  fulfilled: { label: 'appointmentStatus.fulfilled', icon: IconChecks, key: 'd' },
  noshow: { label: 'appointmentStatus.noshow', icon: IconUserOff, key: 'n' },
  cancelled: { label: 'appointmentStatus.cancel', icon: IconX, asks: true },
  'entered-in-error': { label: 'appointmentStatus.enteredInError', icon: IconEraser, asks: true },
}
/** Keyboard shortcut that undoes the last step, while the focus is within the actions. */
export const undoKey = 'u'
