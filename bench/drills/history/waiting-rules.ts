import type { Entry, World } from './model.ts'
import { succeeded, type Operation, type SeenEntry } from './operations.ts'
import { nothing, takeSeat, type Explanation } from './seat-rules.ts'

/** The same for the waiting list. Who is offered what, and when, the product decides in its own time. */
export function explainWaiting(operation: Operation, world: World): Explanation {
  const { command, code, who, entry: seen } = operation
  if (command.do === 'join') {
    const waits = [...world.entries.values()].some(({ client, state }) => client === command.client && isInLine(state))
    if (code === 'already_waiting') return waits ? nothing : 'they do not wait yet'
    if (code === 'times_free')
      return world.times.some(time => time.awaited && !world.isFull(time) && !world.isBusy(command.client, time))
        ? nothing
        : 'no time is free'
    if (!succeeded(operation)) return 'nothing stands in the way'
    if (!seen || waits) return waits ? 'they wait already' : 'it answers no entry'
    return [[{ entry: { id: seen.id, client: command.client, state: 'waiting', offer: null, appointment: null } }]]
  }
  if (!('id' in command)) return 'that is nothing of the waiting list'
  const entry = world.entries.get(command.id)
  if (!entry) return 'there is no such entry yet'
  if (who !== entry.client) return code === 'not_found' ? nothing : 'it belongs to another client'
  if (command.do === 'look') return succeeded(operation) ? nothing : 'it is their own'
  if (command.do === 'accept') return explainAcceptance(operation, entry, world)
  if (command.do === 'leave') {
    if (code === 'waiting_ended') return isInLine(entry.state) ? 'they still wait' : nothing
    return isInLine(entry.state) ? [[{ entry: { ...entry, state: 'left', offer: null } }]] : 'it has ended'
  }
  // An offer may be declined unseen.
  if (code === 'offer_ended') return entry.state === 'offered' ? 'the offer stands' : nothing
  return succeeded(operation) && isInLine(entry.state) ? [[{ entry: { ...entry, state: 'waiting', offer: null } }]] : 'there is no offer'
}

const isInLine = (state: Entry['state']) => state === 'waiting' || state === 'offered'

function explainAcceptance(operation: Operation, entry: Entry, world: World): Explanation {
  const { code, appointment: seen } = operation
  if (code === 'offer_ended') return entry.state === 'offered' ? 'the offer stands' : entry.state === 'taken' ? 'it was accepted' : nothing
  if (entry.state === 'taken') return seen?.id === entry.appointment ? nothing : 'it was accepted for another appointment'
  if (!isInLine(entry.state)) return 'it has ended'
  // The seat is reserved: no other client can have taken it.
  const times = world.times.filter(time => (entry.offer ? time.slot === entry.offer.slot : time.awaited))
  const taken: Entry = { ...entry, state: 'taken', offer: null, appointment: seen?.id ?? null }
  return takeSeat(operation, world, { client: entry.client, times, staff: false, key: null, entry }, [{ entry: taken }])
}

/**
 * What an answer shows of an entry. An offer not seen before was made at an unknown time; the model uses the
 * latest possible moment.
 */
export function explainEntry(seen: SeenEntry, world: World): Explanation {
  const entry = world.entries.get(seen.id)
  if (!entry) return 'there is no such entry yet'
  if (seen.state === 'offered' && entry.state === 'waiting') {
    const offer = world.times.find(({ slot, awaited }) => awaited && slot === seen.offer)
    if (!offer) return 'what it is offered is no time that people wait for'
    return world.isFull(offer) ? 'what it is offered is taken' : [[{ entry: { ...entry, state: 'offered', offer } }]]
  }
  if (seen.state !== entry.state) return `it is ${entry.state}`
  return (seen.offer ?? null) === (entry.offer?.slot ?? null) ? nothing : `it is offered ${entry.offer?.slot}`
}
