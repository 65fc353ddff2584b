import type { AppointmentStatus } from '#domain/booking/status.ts'
import type { DemoClient } from './clients.ts'
import type { DemoSlot } from './plan-sessions.ts'

/** An appointment of the demo: how it began, and its outcome. Times in milliseconds. */
export interface DemoAppointment {
  id: string
  reference: string
  slot: DemoSlot
  client: DemoClient
  bookedAt: number
  /** Booked by the coordinator for a client on the phone. */
  byStaff: boolean
  asksForMentor: boolean
  questions: readonly string[]
  outcome: AppointmentStatus
  cancelled: { by: 'client' | 'organisation'; at: number; reason: string } | null
  payment: { status: 'paid' | 'waived' | 'refunded'; at: number } | null
  excusedAt: number | null
}
