import { holds, isOpen, type Appointment, type World } from './model.ts'
import { succeeded, type Operation, type SeenAppointment, type Command } from './operations.ts'
import { areTaken, nothing, takeSeat, timesOf, type Explanation } from './seat-rules.ts'
import { isStep } from './status-rules.ts'
import type { Status } from './model.ts'
import { explainWaiting } from './waiting-rules.ts'

/**
 * The product's rules, written independently from its guarantees: whether an answer is right in a given state, and
 * what it changes. Of several refusals that hold the product may give any. What is answered of the appointment
 * besides is looked at by `explainSight`.
 */
export function explain(operation: Operation, world: World): Explanation {
  const { command } = operation
  if (command.do === 'book') return explainBooking(operation, command, world)
  if (!('id' in command)) return explainWaiting(operation, world)
  if (command.do === 'look' || command.do === 'leave' || command.do === 'decline' || command.do === 'accept')
    return explainWaiting(operation, world)
  const appointment = world.appointments.get(command.id)
  if (!appointment) return 'there is no such appointment yet'
  if (command.do === 'read') return succeeded(operation) ? nothing : 'staff see every appointment'
  if (operation.code === 'stale')
    return command.revision !== null && command.revision !== appointment.revision ? nothing : 'nothing changed since it was seen'
  if (succeeded(operation) && command.revision !== null && command.revision !== appointment.revision) return 'it changed since it was seen'
  if (command.do === 'status') return explainStatus(operation, command, appointment)
  const isOwn = operation.who === appointment.client
  const staff = command.do === 'move' && command.staff
  const fixed = !isOpen(appointment) || (!staff && appointment.time.begun)
  const leavesType = command.do === 'move' && !staff && isOfAnotherType(command, appointment, world)
  if (!staff && operation.code === 'not_found') return !isOwn || (leavesType && !fixed) ? nothing : 'it is their own'
  if (!staff && !isOwn) return 'it belongs to another client'
  if (operation.code === 'bad_transition') return fixed ? nothing : 'it can still be changed'
  if (fixed && succeeded(operation)) return `${appointment.status} appointments stay where they are`
  if (leavesType) return 'clients stay within the support type'
  if (command.do === 'move') return explainMove(operation, command, appointment, world)
  return succeeded(operation) ? goTo(appointment, 'cancelled') : 'nothing stands in the way'
}

/**
 * What an answer shows of an appointment or an entry has to be so at some moment of the operation, once its own
 * steps are taken.
 */
export function explainSight(seen: SeenAppointment, world: World): Explanation {
  const known = world.appointments.get(seen.id)
  if (!known) return 'there is no such appointment yet'
  const { client, status, time, revision } = known
  const is = { id: seen.id, client, status, slot: time.slot, revision }
  const differs = Object.entries(is).find(([name, value]) => seen[name as keyof SeenAppointment] !== value)
  return differs ? `its ${differs[0]} is ${differs[1]}` : nothing
}

function explainBooking(operation: Operation, { client, where, staff, key }: Command & { do: 'book' }, world: World): Explanation {
  const { code, appointment: seen } = operation
  const known = seen && world.appointments.get(seen.id)
  if (known) return key !== null && known.key === key ? nothing : 'that appointment exists already'
  const times = timesOf(world, where)
  if (code === 'slot_taken') return areTaken(times, world) ? nothing : 'a seat is free'
  if (!staff && times.every(({ begun }) => begun)) return code === 'not_bookable' ? nothing : 'clients cannot book what has begun'
  return takeSeat(operation, world, { client, times, staff, key })
}

const isOfAnotherType = ({ where }: Command & { do: 'move' }, { time }: Appointment, world: World): boolean =>
  timesOf(world, where).some(({ asksFirst }) => asksFirst !== time.asksFirst)

function explainMove(
  operation: Operation,
  { where, staff }: Command & { do: 'move' },
  appointment: Appointment,
  world: World,
): Explanation {
  const { code, appointment: seen } = operation
  const times = timesOf(world, where)
  const { id, client, time, revision } = appointment
  if (!staff && times.every(({ begun }) => begun)) return code === 'not_bookable' ? nothing : 'clients cannot move to what has begun'
  const isThere = times.some(({ slot }) => slot === time.slot)
  if (succeeded(operation)) {
    if (isThere) return nothing
    const free = times.filter(each => !world.isFull(each))
    if (free.length === 0) return 'no seat is free'
    const fitting = free.filter(each => !world.isBusy(client, each, id))
    if (fitting.length === 0) return 'the client is somewhere else at that time'
    return fitting
      .filter(({ slot }) => seen?.revision !== revision + 1 || seen.slot === slot)
      .map(each => [{ appointment: { ...appointment, time: each, revision: revision + 1 } }])
  }
  if (isThere) return 'it is there already'
  if (code === 'slot_taken' && areTaken(times, world)) return nothing
  if (code === 'client_busy' && times.some(each => world.isBusy(client, each, id))) return nothing
  return 'nothing stands in the way'
}

function explainStatus(operation: Operation, { to, mentor }: Command & { do: 'status' }, appointment: Appointment): Explanation {
  const { code, who } = operation
  if (mentor && appointment.time.mentor_id !== who)
    return code === 'not_found' || code === 'missing_ability' ? nothing : 'they are not its mentor'
  // Without a seat that is held together, a mentor does not see the appointment (decision 048).
  if (mentor && (code === 'not_found' || code === 'missing_ability')) return holds(appointment) ? 'its mentor sees it' : nothing
  const can = isStep(appointment, to, !mentor)
  if (code === 'bad_transition') return can ? `${appointment.status} may become ${to}` : nothing
  if (!succeeded(operation)) return 'nothing stands in the way'
  return can ? goTo(appointment, to) : `${appointment.status} never becomes ${to}`
}

const goTo = (appointment: Appointment, status: Status): Explanation => [
  [{ appointment: { ...appointment, status, before: appointment.status, revision: appointment.revision + 1 } }],
]
