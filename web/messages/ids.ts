import type app from './en/app.json'
import type appointmentFacts from './en/appointment/facts.json'
import type booking from './en/booking.json'
import type bookingDetails from './en/booking/details.json'
import type contracts from './en/contracts.json'
import type mentors from './en/mentors.json'
import type my from './en/my.json'
import type myAppointments from './en/my/appointments.json'
import type myProfile from './en/my/profile.json'
import type sessions from './en/sessions.json'
import type schedules from './en/staff/schedules.json'
import type staff from './en/staff/staff.json'

type Catalogue =
  | typeof app
  | typeof appointmentFacts
  | typeof booking
  | typeof bookingDetails
  | typeof contracts
  | typeof mentors
  | typeof my
  | typeof myAppointments
  | typeof myProfile
  | typeof sessions
  | typeof schedules
  | typeof staff

type IdOf<Some> = Some extends unknown ? keyof Some & string : never

/** Every message there is. A new file of messages is two lines above. */
export type MessageId = IdOf<Catalogue>
