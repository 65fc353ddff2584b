import type { World } from './model.ts'
import { describe, succeeded, type Operation } from './operations.ts'
import { explain, explainSight } from './rules.ts'
import type { Explanation } from './seat-rules.ts'
import { explainEntry } from './waiting-rules.ts'

/** Something that happened at one moment between the sending of a request and its answer. */
interface Event {
  operation: Operation
  explain: (world: World) => Explanation
  /** Its place by when it was sent. */
  at: number
  /** What an answer shows was looked at after what it did. */
  after: Event | null
  done: boolean
}

export interface Order {
  /** How many events found their place; all of them where some order explains every answer. */
  placed: number
  events: number
  /** Where it went on no further: what can stand next in no order, and why not in the one that came furthest. */
  stuck: { operation: Operation; why: string }[]
}

/**
 * So many states are looked at before an order counts as not found: a history that has one needs few more than it
 * has events.
 */
const maxStates = 300_000

/**
 * Looks for one order of all operations in which every answer is right, and nothing that was answered comes after
 * what was asked later (linearizability, after Wing and Gong, with Lowe's memory of states). What can change
 * nothing takes its place as soon as it can: later is never easier. Of what changes something, what was answered
 * first is tried first.
 */
export function findOrder(operations: readonly Operation[], world: World): Order {
  const events = operations.toSorted((a, b) => a.from - b.from).flatMap(eventsOf)
  events.forEach((event, at) => (event.at = at))
  const seen = new Set<string>()
  const trail: { event: Event; undo: () => void }[] = []
  const branches: { depth: number; next: (() => void)[] }[] = []
  /** Of those that have no place yet the first, and of those that have one the last. */
  let [first, last] = [0, 0]
  let furthest: Order = { placed: -1, events: events.length, stuck: [] }

  const place = (event: Event, undo: () => void) => {
    event.done = true
    last = Math.max(last, event.at)
    trail.push({ event, undo })
  }
  /** Those that can come next: sent before anything that is not placed was answered. */
  const open = (): Event[] => {
    while (events[first]?.done) first += 1
    const found: Event[] = []
    let answered = Infinity
    for (let at = first; at < events.length && events[at]!.operation.from <= answered; at += 1) {
      const event = events[at]!
      if (event.done) continue
      answered = Math.min(answered, event.operation.to)
      found.push(event)
    }
    return found.filter(({ operation, after }) => operation.from <= answered && after?.done !== false)
  }

  for (let looked = 0; looked < maxStates; looked += 1) {
    let ways: (() => void)[] = []
    let next = open()
    let explanations = next.map(event => event.explain(world))
    while (next.some((event, at) => isPlain(event, explanations[at]!))) {
      next.forEach((event, at) => {
        if (isPlain(event, explanations[at]!)) place(event, () => undefined)
      })
      next = open()
      explanations = next.map(event => event.explain(world))
    }
    if (trail.length > furthest.placed) {
      const stuck = next.flatMap(({ operation }, at) => {
        const why = explanations[at]!
        return typeof why === 'string' ? [{ operation, why }] : []
      })
      furthest = { placed: trail.length, events: events.length, stuck: stuck.toSorted((a, b) => a.operation.to - b.operation.to) }
    }
    if (trail.length === events.length) return { ...furthest, stuck: [] }
    const ahead = events.slice(first, last + 1).map(({ done }) => Number(done))
    const state = `${first} ${ahead.join('').replace(/0+$/, '')} ${world.stamp}`
    if (!seen.has(state)) {
      seen.add(state)
      ways = next
        .map((event, at) => ({ event, explanation: explanations[at]! }))
        .toSorted((a, b) => b.event.operation.to - a.event.operation.to)
        .flatMap(({ event, explanation }) =>
          typeof explanation === 'string' ? [] : explanation.toReversed().map(changes => () => place(event, world.apply(changes))),
        )
    }
    if (ways.length > 0) branches.push({ depth: trail.length, next: ways })
    while (branches.at(-1)?.next.length === 0) branches.pop()
    const branch = branches.at(-1)
    if (!branch) return furthest
    while (trail.length > branch.depth) {
      const { event, undo } = trail.pop()!
      undo()
      event.done = false
      first = Math.min(first, event.at)
    }
    branch.next.pop()!()
  }
  return furthest
}

/**
 * Whether it changes nothing at any place in the order. A move to the current time changes nothing now, but might
 * at a later place.
 */
const isPlain = ({ operation, after }: Event, explanation: Explanation) =>
  typeof explanation !== 'string' &&
  explanation.length === 1 &&
  explanation[0]!.length === 0 &&
  (after !== null || operation.command.do !== 'move' || !succeeded(operation))

/** What it did, and what it then showed. */
function eventsOf(operation: Operation): Event[] {
  const { appointment, entry } = operation
  const act: Event = { operation, explain: world => explain(operation, world), at: 0, after: null, done: false }
  const sight = (explain: Event['explain']): Event => ({ operation, explain, at: 0, after: act, done: false })
  if (!succeeded(operation)) return [act]
  return [
    act,
    ...(appointment ? [sight(world => explainSight(appointment, world))] : []),
    ...(entry ? [sight(world => explainEntry(entry, world))] : []),
  ]
}

/** How to read where no order was found, and how many operations are enough to see it again. */
export function explainStuck({ stuck, placed, events }: Order, operations: readonly Operation[]): { enough: number; lines: string[] } {
  const blocking = stuck[0]
  const until = blocking?.operation.to ?? Infinity
  const enough = operations.filter(({ from }) => from <= until).reduce((most, { number }) => Math.max(most, number + 1), 0)
  return {
    enough,
    lines: [
      `no order beyond ${placed} of ${events} events:`,
      ...stuck.slice(0, 5).map(({ operation, why }) => `  ${describe(operation)}: ${why}`),
    ],
  }
}
