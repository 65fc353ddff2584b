import { isOpen, type Change, type Entry, type Time, type World } from './model.ts'
import { succeeded, type Operation, type Where } from './operations.ts'

/**
 * What an operation may have done at this moment, each way a list of steps; or why its answer is not right here.
 */
export type Explanation = Change[][] | string

export const nothing: Explanation = [[]]

export const timesOf = ({ times }: World, { schedule_id, starts_at, mentor_id }: Where): Time[] =>
  times.filter(
    time => time.schedule_id === schedule_id && time.starts_at === starts_at && (mentor_id === null || time.mentor_id === mentor_id),
  )

/** Whether a client may be refused because all seats are taken: seats may be reserved for the waiting list. */
export const areTaken = (times: readonly Time[], world: World) => times.every(time => time.awaited || world.isFull(time))

/** Why a client cannot have another seat now, by the organisation's policies, as codes. */
function whatStops(client: string, world: World): string[] {
  const all = world.appointmentsOf(client)
  const open = all.filter(one => isOpen(one) && !one.time.begun).length
  const missed = all.filter(({ status, time }) => status === 'noshow' && time.begun).length
  const { mostOpen, mostMissed } = world.policies
  return [...(open >= mostOpen ? ['too_many_open'] : []), ...(missed >= mostMissed ? ['missed_too_many'] : [])]
}

/** A seat at one of these times, or why not; `entry`: that is offered it, whose own offer is not in its way. */
export function takeSeat(
  operation: Operation,
  world: World,
  { client, times, staff, key, entry }: { client: string; times: readonly Time[]; staff: boolean; key: string | null; entry?: Entry },
  besides: Change[] = [],
): Explanation {
  const { appointment: seen, code } = operation
  const stops = staff ? [] : whatStops(client, world)
  if (!succeeded(operation)) {
    if (stops.includes(code)) return nothing
    if (code === 'client_busy' && times.some(time => world.isBusy(client, time))) return nothing
    return 'nothing stands in the way'
  }
  if (!seen) return 'it answers no appointment'
  if (stops.length > 0) return `it should be refused: ${stops.join(', ')}`
  const free = times.filter(time => !world.isFull(time, entry))
  if (free.length === 0) return 'no seat is free'
  const fitting = free.filter(time => !world.isBusy(client, time))
  if (fitting.length === 0) return 'the client is somewhere else at that time'
  return fitting
    .filter(({ slot }) => seen.revision > 1 || seen.slot === slot)
    .map(time => [
      ...besides,
      {
        appointment: { id: seen.id, client, time, status: time.asksFirst && !staff ? 'pending' : 'booked', before: null, revision: 1, key },
      },
    ])
}
