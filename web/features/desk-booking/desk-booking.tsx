import type { Appointment } from '#contract/appointments.ts'
import type { Schedule } from '#contract/schedules.ts'
import { useState } from 'react'
import { useSearchParams } from '../../lib/search-params.ts'
import { BookedFor } from './booked-for.tsx'
import { BookingSteps } from './booking-steps.tsx'
import styles from './desk-booking.module.css'
import { useBookings } from './use-bookings.ts'

/** Staff book for a client, in any session or beginning with one. */
export function DeskBooking({ session }: { session?: Schedule }) {
  const [params, change] = useSearchParams<'book'>()
  const { number, ...bookings } = useBookings()
  const [booked, setBooked] = useState<Appointment>()
  // In the address, so that Back leads to the choice and not to a second booking.
  if (booked && params.booked === booked.id)
    return (
      <div className={styles.done}>
        <BookedFor appointment={booked} />
      </div>
    )
  const finish = (appointment: Appointment) => {
    setBooked(appointment)
    const nothing = Object.fromEntries(Object.keys(params).map(key => [key, undefined]))
    change({ ...nothing, booked: appointment.id }, { replace: true })
  }
  return <BookingSteps key={`${session?.id} ${number}`} session={session} bookings={bookings} onBooked={finish} />
}
