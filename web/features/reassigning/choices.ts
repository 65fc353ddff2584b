import type { AffectedAppointment, Reassigning } from '#contract/reassigning.ts'

/** The decision about one appointment: an option (`seatKey`), cancel or keep. */
export type Choice = string
/** The appointment is cancelled by the organisation, and its client is told. */
export const cancel: Choice = 'cancel'
/** The appointment stays as it is. */
export const keep: Choice = 'keep'

type Option = AffectedAppointment['options'][number]

/** Key of a mentor's slot, the same for every appointment that it is offered to. */
export const seatKey = ({ schedule_id, starts_at, mentor }: Option): Choice => `${schedule_id} ${starts_at} ${mentor.id}`

/** The proposed decisions. */
export const proposedChoices = (appointments: readonly AffectedAppointment[]): Record<string, Choice> =>
  Object.fromEntries(appointments.map(appointment => [appointment.id, proposedFor(appointment)]))

/** The proposed option of an appointment; without one, to cancel it. */
export function proposedFor({ options, proposal }: AffectedAppointment): Choice {
  const option = proposal === null ? undefined : options[proposal]
  return option ? seatKey(option) : cancel
}

/** Choices that are still possible after a reload; proposals for the others, while seats are left. */
export function keepChoices(
  appointments: readonly AffectedAppointment[],
  before: Readonly<Record<string, Choice>>,
): Record<string, Choice> {
  const choices: Record<string, Choice> = {}
  const possible = (appointment: AffectedAppointment, choice: Choice) =>
    choice === cancel || choice === keep || seatsLeft(appointments, choices, appointment, choice) > 0
  for (const appointment of appointments) {
    const chosen = before[appointment.id]
    if (chosen !== undefined && possible(appointment, chosen)) choices[appointment.id] = chosen
  }
  for (const appointment of appointments) {
    if (choices[appointment.id] !== undefined) continue
    const wishes = [proposedFor(appointment), ...appointment.options.map(seatKey)]
    choices[appointment.id] = wishes.find(choice => possible(appointment, choice)) ?? cancel
  }
  return choices
}

/**
 * Seats of an option that are left for one appointment after the other choices; 0 if it is not among its options.
 */
export function seatsLeft(
  appointments: readonly AffectedAppointment[],
  choices: Readonly<Record<string, Choice>>,
  { id, options }: AffectedAppointment,
  choice: Choice,
): number {
  const option = options.find(each => seatKey(each) === choice)
  if (!option) return 0
  return option.free - appointments.filter(other => other.id !== id && choices[other.id] === choice).length
}

/** The decisions of the request body. */
export function decisionsOf(
  appointments: readonly AffectedAppointment[],
  choices: Readonly<Record<string, Choice>>,
): Reassigning['decisions'] {
  return appointments.map(({ id: appointment_id, revision, options }) => {
    const option = options.find(each => seatKey(each) === choices[appointment_id])
    if (option) {
      const { schedule_id, starts_at, mentor } = option
      return { appointment_id, revision, action: 'move', schedule_id, starts_at, mentor_id: mentor.id }
    }
    return { appointment_id, revision, action: choices[appointment_id] === keep ? 'keep' : 'cancel' }
  })
}

/** Number of appointments by decision. */
export function countChoices(choices: Readonly<Record<string, Choice>>) {
  const all = Object.values(choices)
  const [cancels, keeps] = [all.filter(choice => choice === cancel).length, all.filter(choice => choice === keep).length]
  return { moves: all.length - cancels - keeps, cancels, keeps }
}
