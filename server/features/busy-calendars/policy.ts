import { refuse, type Refusal } from '../../platform/refusal.ts'
import { holds, type PersonScope } from '../../platform/scope.ts'

/**
 * The mentor whose calendars the caller reads; `null`: all mentors. For a mentor, other mentors'
 * calendars do not exist (404).
 */
export function readableCalendarOwner(scope: PersonScope, asked: string | undefined): string | null | Refusal {
  if (holds(scope, 'Schedule List') || holds(scope, 'Schedule Edit')) return asked ?? null
  if (!scope.person.isMentor) return refuse('not_mentor')
  return asked === undefined || asked === scope.person.id ? scope.person.id : refuse('not_found')
}

/** The mentor whose calendar the caller sets: themselves, or any mentor with Schedule Edit. */
export function writableCalendarOwner(scope: PersonScope, asked: string | undefined): string | Refusal {
  const mentorId = asked ?? scope.person.id
  if (holds(scope, 'Schedule Edit')) return mentorId
  if (mentorId !== scope.person.id) return refuse('missing_ability')
  return scope.person.isMentor ? mentorId : refuse('not_mentor')
}
