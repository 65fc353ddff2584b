import { refuse, type Refusal } from '../../platform/refusal.ts'
import { holds, isOwnMentorId, type PersonScope } from '../../platform/scope.ts'

/** Closed days belong to places (Settings Edit). Planners and mentors read them. */
export const canReadClosedDays = (scope: PersonScope): boolean =>
  scope.person.isMentor || holds(scope, 'Schedule List') || holds(scope, 'Schedule Edit') || holds(scope, 'Settings Edit')

/** Whether the caller may read the time off of every mentor. */
export const canReadAllTimeOff = (scope: PersonScope): boolean => holds(scope, 'Schedule List') || holds(scope, 'Schedule Edit')

/** Only the mentor and planners see the reason. */
export const canReadReason = (scope: PersonScope, mentorId: string): boolean =>
  isOwnMentorId(scope, mentorId) || holds(scope, 'Schedule Edit')

/**
 * The mentor whose time off the caller reads; `null`: all mentors. Mentors get 404 for other
 * mentors' time off.
 */
export function timeOffOwner(scope: PersonScope, asked: string | undefined): string | null | Refusal {
  if (canReadAllTimeOff(scope)) return asked ?? null
  if (!scope.person.isMentor) return refuse('not_mentor')
  return asked === undefined || asked === scope.person.id ? scope.person.id : refuse('not_found')
}

/** The mentor whose time off the caller enters: themselves, or any mentor with Schedule Edit. */
export function writableTimeOffOwner(scope: PersonScope, asked: string | undefined): string | Refusal {
  const mentorId = asked ?? scope.person.id
  if (holds(scope, 'Schedule Edit')) return mentorId
  if (mentorId !== scope.person.id) return refuse('missing_ability')
  return scope.person.isMentor ? mentorId : refuse('not_mentor')
}
