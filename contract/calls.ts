import { appointmentCalls } from './appointments.ts'
import { contractCalls } from './contracts.ts'
import { mentorCalls } from './mentors.ts'
import { profileCalls } from './profile.ts'
import { scheduleCalls } from './schedules.ts'
import { searchCalls } from './search.ts'
import { sessionCalls } from './sessions.ts'
import { siteCalls } from './site.ts'

/** Every call there is, by its name. */
export const calls = {
  ...siteCalls,
  ...sessionCalls,
  ...profileCalls,
  ...searchCalls,
  ...appointmentCalls,
  ...mentorCalls,
  ...contractCalls,
  ...scheduleCalls,
}
export type Calls = typeof calls

export const callNames = Object.keys(calls) as (keyof Calls)[]
