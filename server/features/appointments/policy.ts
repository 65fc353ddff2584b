import type { Appointment } from '#contract/appointments.ts'
import type { FeedbackType } from '#contract/feedback.ts'
import type { Language } from '#contract/languages.ts'
import { isWithin, meetingLinkWindow } from '#domain/booking/meeting-link.ts'
import {
  checkInMinutes,
  holdsSeat,
  mayChangeStatus,
  nextStatuses,
  tookPlace,
  undoTarget,
  type Actor,
  type AppointmentStatus,
} from '#domain/booking/status.ts'
import {
  decideClientActions,
  decideMentorActions,
  decideStaffActions,
  type ActionRefusal,
  type Policies,
} from '#domain/booking/policies.ts'
import { Temporal } from '#domain/time/temporal.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'
import { holds, type Scope } from '../../platform/scope.ts'
import { participationIn } from '../mentor-access/queries.ts'
import { say, type Sentence } from '../../platform/text.ts'

/** What decides about the actions on an appointment; times are RFC 3339. */
export interface PolicyFacts {
  user_id: string
  mentor_id: string
  status: AppointmentStatus
  status_before: AppointmentStatus | null
  starts_at: string
  excused_at: string | null
  has_client_feedback: unknown
  has_mentor_feedback: unknown
  /** There are questions for the client, or for the mentor. */
  asks_client: boolean
  asks_mentor: boolean
}

/** Why an action is not possible: a code for programs, and a sentence in the language of the caller. */
export interface Reason {
  code: string
  message: string
}
type Can = true | Reason

/**
 * The caller's role in changing the status: staff by ability, or the appointment's mentor; null for every
 * other caller, including the client.
 */
export function actorOf(
  facts: Pick<PolicyFacts, 'user_id' | 'mentor_id' | 'status'>,
  scope: Scope,
  ownClients: ReadonlySet<string>,
): Actor | null {
  if (holds(scope, 'Appointment Edit')) return 'staff'
  return participationIn(facts, scope, ownClients) === 'mentor' ? 'mentor' : null
}

/** The period in which the meeting link is shown; null if the seat is not held. */
export function meetingWindowOf({ status, starts_at, ends_at }: Pick<PolicyFacts, 'status' | 'starts_at'> & { ends_at: string }) {
  const at = (text: string) => Temporal.Instant.fromEpochMilliseconds(Date.parse(text))
  return holdsSeat(status) ? meetingLinkWindow(at(starts_at), at(ends_at)) : null
}

/**
 * Whether the caller sees the meeting link now, only while the seat is held and until an hour after the
 * end: the client from 24 hours before the start; the slot's mentor and staff with Appointment List or
 * Edit at any time before.
 */
export function maySeeMeetingLink(facts: PolicyFacts & { ends_at: string }, scope: Scope, ownClients: ReadonlySet<string>): boolean {
  const window = meetingWindowOf(facts)
  const now = Temporal.Instant.fromEpochMilliseconds(scope.now.getTime())
  if (!window) return false
  if (scope.person?.id === facts.user_id) return isWithin(window, now)
  const works = holds(scope, 'Appointment List') || actorOf(facts, scope, ownClients) !== null
  return works && Temporal.Instant.compare(now, window.until) <= 0
}

/** The actions that the caller may take now: each true, or the reason that the page shows. */
export function decideActions(facts: PolicyFacts, scope: Scope, policies: Policies, ownClients: ReadonlySet<string>): Appointment['can'] {
  const now = Temporal.Instant.fromEpochMilliseconds(scope.now.getTime())
  // In milliseconds, which suffice for slots: a list contains hundreds of them.
  const starts_at = Temporal.Instant.fromEpochMilliseconds(Date.parse(facts.starts_at))
  const appointment = { status: facts.status, starts_at, previous: facts.status_before }
  const by = actorOf(facts, scope, ownClients)
  const desk = by === 'staff' ? decideStaffActions(appointment, now) : decideMentorActions(appointment, now)
  const isOwn = scope.person?.id === facts.user_id
  const { cancel, move } = isOwn ? decideClientActions(appointment, now, policies) : desk
  const show = (action: true | ActionRefusal) => presentAction(action, policies, scope.language)
  const undo = by && undoTarget(facts.status, facts.status_before)
  return {
    cancel: show(cancel),
    move: show(move),
    edit: show(desk.edit),
    excuse: show(by !== 'staff' ? 'staff_only' : facts.status === 'noshow' || 'bad_transition'),
    give_feedback: canGiveFeedback(
      facts,
      participationIn(facts, scope, ownClients),
      tookPlace(facts.status, starts_at, now),
      scope.language,
    ),
    statuses: by ? nextStatuses(facts.status, by, { ...appointment, now }).filter(next => next !== undo) : [],
    undo,
  }
}

function canGiveFeedback(facts: PolicyFacts, part: FeedbackType | null, hasTakenPlace: boolean, language: Language): Can {
  const because = (code: string, sentence: Sentence) => ({ code, message: say(language, sentence) })
  if (!part) return because('staff_only', 'refused.onlyTheClientCanDoThis')
  if (!facts[`asks_${part}`]) return because('no_questions', 'refused.thereAreNoFeedbackQuestionsYet')
  if (facts[`has_${part}_feedback`]) return because('already_given', 'refused.youHaveAlreadyGivenFeedbackThank')
  if (!hasTakenPlace) return because('not_started', 'refused.youCanGiveFeedbackAfterThe')
  return true
}

/** A duration such as "2 hours". */
function durationOf(minutes: number): Sentence {
  if (minutes % 1440 === 0 && minutes >= 2880) return ['duration.days', { count: minutes / 1440 }]
  return minutes % 60 === 0 ? ['duration.hours', { count: minutes / 60 }] : ['duration.minutes', { count: minutes }]
}

const tooEarly: Record<'not_started' | 'check_in_not_open', Sentence> = {
  not_started: 'refused.thisIsPossibleAfterTheStart',
  check_in_not_open: ['refused.checkInOpens', { duration: { text: durationOf(checkInMinutes) } }],
}

const sentences: Record<ActionRefusal, Sentence | ((policies: Policies) => Sentence)> = {
  not_open: 'refused.thisAppointmentCanNoLongerBe',
  already_started: 'refused.thisAppointmentHasAlreadyStarted',
  too_late: ({ changeMinutes }) => ['refused.tooLateToChange', { duration: { text: durationOf(changeMinutes) } }],
  ...tooEarly,
  staff_only: 'refused.onlyTheOrganisationsStaffCanDo',
  bad_transition: 'refused.thisIsNotPossibleInThe',
  entered_in_error: 'refused.thisAppointmentWasEnteredInError',
}

/** Why the caller cannot give an appointment this status now; null if they can. */
export function refuseStatus(
  row: Pick<PolicyFacts, 'user_id' | 'mentor_id' | 'status' | 'status_before' | 'starts_at'>,
  to: AppointmentStatus,
  scope: Scope,
  ownClients: ReadonlySet<string>,
): Refusal | null {
  const by = actorOf(row, scope, ownClients)
  if (by === null) return refuse('missing_ability')
  const starts_at = Temporal.Instant.from(row.starts_at)
  const now = Temporal.Instant.fromEpochMilliseconds(scope.now.getTime())
  if (mayChangeStatus(row.status, to, by, { starts_at, now, previous: row.status_before }) === true) return null
  return explainStatusRefusal({ ...row, starts_at }, to, now)
}

/**
 * Why a step of the status table is not possible: too early before the start, or not from the present
 * status.
 */
function explainStatusRefusal(
  appointment: Pick<PolicyFacts, 'status' | 'status_before'> & { starts_at: Temporal.Instant },
  to: AppointmentStatus,
  now: Temporal.Instant,
): Refusal {
  const can = decideStaffActions({ ...appointment, previous: appointment.status_before }, now)
  const steps: Partial<Record<AppointmentStatus, true | ActionRefusal>> = { arrived: can.arrive, fulfilled: can.fulfil, noshow: can.noshow }
  const step = steps[to]
  return step === 'check_in_not_open' || step === 'not_started'
    ? refuse('bad_transition', { message: tooEarly[step] })
    : refuse('bad_transition')
}

/** True, or the code and the sentence that the page shows. */
const presentAction = (answer: true | ActionRefusal, policies: Policies, language: Language): Can =>
  answer === true || { code: answer, message: say(language, explainAction(answer, policies)) }

/** The sentence for why an action is not possible, with the limits that stop it. */
export function explainAction(answer: ActionRefusal, policies: Policies): Sentence {
  const sentence = sentences[answer]
  return typeof sentence === 'function' ? sentence(policies) : sentence
}
