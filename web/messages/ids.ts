import type app from './en/app.json'
import type appointmentFacts from './en/appointment/facts.json'
import type booking from './en/booking.json'
import type bookingDetails from './en/booking/details.json'
import type bookingWhen from './en/booking/when.json'
import type contracts from './en/information/contracts.json'
import type mentors from './en/information/mentors.json'
import type my from './en/my.json'
import type myAgreements from './en/my/agreements.json'
import type myAppointments from './en/my/appointments.json'
import type myCalendars from './en/my/calendars.json'
import type myMessages from './en/my/messages.json'
import type myProfile from './en/my/profile.json'
import type myViews from './en/my/views.json'
import type sessions from './en/sessions/sessions.json'
import type schedules from './en/staff/schedules.json'
import type staff from './en/staff/staff.json'
import type workingList from './en/staff/working-list.json'
import type absences from './en/staff/absences.json'
import type reason from './en/staff/reason.json'
import type wordings from './en/staff/wordings.json'
import type messages from './en/staff/messages.json'
import type mentorArea from './en/staff/mentor-area.json'
import type users from './en/staff/users.json'
import type roles from './en/staff/roles.json'
import type feedbacks from './en/staff/feedbacks.json'
import type contractEditor from './en/staff/contract-editor.json'
import type offer from './en/staff/offer.json'
import type dashboard from './en/staff/dashboard.json'
import type audit from './en/staff/audit.json'
import type settingsTexts from './en/staff/settings.json'
import type busyCalendars from './en/staff/busy-calendars.json'
import type webhooks from './en/staff/webhooks.json'
import type waiting from './en/staff/waiting.json'
import type feedback from './en/feedback/form.json'
import type waitingFor from './en/waiting/waiting.json'
import type myWaiting from './en/my/waiting.json'

type Catalogue =
  | typeof app
  | typeof appointmentFacts
  | typeof booking
  | typeof bookingDetails
  | typeof bookingWhen
  | typeof contracts
  | typeof mentors
  | typeof my
  | typeof myAgreements
  | typeof myAppointments
  | typeof myCalendars
  | typeof myMessages
  | typeof myProfile
  | typeof myViews
  | typeof sessions
  | typeof schedules
  | typeof staff
  | typeof workingList
  | typeof absences
  | typeof messages
  | typeof reason
  | typeof wordings
  | typeof mentorArea
  | typeof users
  | typeof roles
  | typeof feedbacks
  | typeof contractEditor
  | typeof offer
  | typeof dashboard
  | typeof audit
  | typeof settingsTexts
  | typeof waiting
  | typeof busyCalendars
  | typeof webhooks
  | typeof feedback
  | typeof waitingFor
  | typeof myWaiting

type IdOf<Some> = Some extends unknown ? keyof Some & string : never

/** Every message there is. A new file of messages is two lines above. */
export type MessageId = IdOf<Catalogue>
