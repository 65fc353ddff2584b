import { assignAtLeastCost, type Edge } from './assignment.ts'

/** Half-open, in milliseconds since 1970, because each appointment is compared with thousands of slots. */
export interface Span {
  start: number
  end: number
}

/** An open appointment that cannot take place as planned. */
export interface AffectedAppointment extends Span {
  id: string
  client_id: string
  support_type_id: string
  place_id: string
  /** The mentor that the client requested; null: any. */
  requested_mentor_id: string | null
  needs_interpreter: boolean
}

/** A mentor's time with free seats. */
export interface FreeSlot extends Span {
  id: string
  mentor_id: string
  support_type_id: string
  place_id: string
  /** Kept for appointments that need an interpreter. */
  interpreted: boolean
  free: number
}

/** A time at which the client has another appointment. */
export interface BusyClient extends Span {
  client_id: string
}

/**
 * The proposal for an appointment: a slot, or none if it has to be cancelled; and alternative slots, best
 * first.
 */
export interface Proposal {
  appointment_id: string
  slot_id: string | null
  options: string[]
}

const dayMinutes = 24 * 60
/** Extra cost of a choice, in minutes of distance to the original time. */
const worse = { earlier: 2, otherPlace: 2 * dayMinutes, notAskedFor: 7 * dayMinutes, shorter: 14 * dayMinutes }

/**
 * Cost of moving an appointment to a slot: the minutes between the two times, doubled for an earlier
 * time, plus extra costs for another place, another mentor than the requested one, and a shorter time.
 * The same time with another mentor costs 0.
 */
export function costOf(from: Span, start: number, end: number, otherPlace: boolean, notAskedFor: boolean): number {
  const later = (start - from.start) / minuteMs
  return (
    Math.max(later, -later * worse.earlier) +
    (otherPlace ? worse.otherPlace : 0) +
    (notAskedFor ? worse.notAskedFor : 0) +
    (end - start < from.end - from.start ? worse.shorter : 0)
  )
}

/**
 * Proposes a slot for every appointment, in the given order. The aims, by priority: place as many
 * appointments as possible; keep as many as possible at the same start; minimise the total cost. So a
 * client keeps the time even if another time would be with the requested mentor.
 *
 * A slot has the same support type, is not kept for interpreters unless the appointment needs one, starts at the same time or not before `earliest` (in milliseconds
 * since 1970), and overlaps no other appointment of the client, neither at its present nor at its
 * proposed time. No seat is used twice.
 */
export function proposeSlots(
  affected: readonly AffectedAppointment[],
  slots: readonly FreeSlot[],
  busy: readonly BusyClient[],
  earliest: number,
): Proposal[] {
  return planFor(affected, choicesOf(affected, slots, busy, earliest))
}

/**
 * The same from only those slots, in their order, that start within `known`; null if a slot outside could
 * be among a client's choices, so that all slots are needed. Slots outside must come after those within.
 */
export function proposeFromNearSlots(
  affected: readonly AffectedAppointment[],
  slots: readonly FreeSlot[],
  busy: readonly BusyClient[],
  earliest: number,
  known: Span,
): Proposal[] | null {
  const choices = choicesOf(affected, slots, busy, earliest)
  const settled = affected.every((appointment, place) => {
    // Stryker disable next-line ArrayDeclaration: every appointment has choices
    const { possible = [], most = Infinity } = choices[place] ?? {}
    const worst = possible[most - 1]
    return worst !== undefined && worst.cost <= leastOutside(appointment, known, earliest)
  })
  return settled ? planFor(affected, choices) : null
}

/** Lower bound of the cost of a slot that starts outside `known`; not above 0 if the appointment does. */
function leastOutside({ start }: Span, known: Span, earliest: number): number {
  if (start < known.start) return -Infinity
  const later = (known.end - start) / minuteMs
  return known.start <= earliest ? later : Math.min(later, ((start - known.start) / minuteMs) * worse.earlier)
}

function planFor(affected: readonly AffectedAppointment[], choices: readonly Choices[]): Proposal[] {
  const plan = bestPlan(affected, edgesOf(choices))
  return affected.map(({ id }, row) => ({
    appointment_id: id,
    // Stryker disable next-line OptionalChaining: every row has an edge
    slot_id: plan.edges[row]?.slot?.id ?? null,
    // Stryker disable next-line OptionalChaining,ArrayDeclaration: every appointment has choices
    options: (choices[row]?.possible ?? []).map(({ slot }) => slot.id),
  }))
}

/** A choice as an edge of the assignment; `slot` null: cancelled. */
interface PlanEdge extends Edge {
  slot: FreeSlot | null
}

interface PlanGraph {
  rows: PlanEdge[][]
  capacities: number[]
}

/**
 * Combines the three aims into one cost: another time costs more than all costs together, and no slot
 * costs more than all other times. The last column of each row is its own and means "no slot".
 */
function edgesOf(choices: readonly Choices[]): PlanGraph {
  const slots = new Map(choices.flatMap(({ possible }) => possible.map(({ slot }) => [slot.id, slot])))
  const columns = new Map([...slots.keys()].map((id, column) => [id, column]))
  const anotherTime = 1 + choices.reduce((sum, { possible }) => sum + (possible.at(-1)?.cost ?? 0), 0)
  const nothing = (choices.length + 1) * anotherTime
  const rows = choices.map(({ possible }, row) => [
    ...possible.map(({ slot, cost, sameTime }): PlanEdge => {
      return { column: columns.get(slot.id) ?? 0, cost: sameTime ? cost : cost + anotherTime, slot }
    }),
    { column: slots.size + row, cost: nothing, slot: null },
  ])
  return { rows, capacities: [...[...slots.values()].map(({ free }) => free), ...choices.map(() => 1)] }
}

interface Plan {
  edges: PlanEdge[]
  cost: number
}

/**
 * Maximum number of assignments for keeping one client's proposals apart. Only clients with many
 * overlapping appointments need more.
 */
const maxAssignments = 200

/**
 * The cheapest plan in which no client has overlapping times, by branch and bound. If an assignment gives
 * a client two overlapping times, one branch keeps the first of them and excludes the client's
 * overlapping slots; the other branch excludes the first.
 */
function bestPlan(affected: readonly AffectedAppointment[], { rows, capacities }: PlanGraph): Plan {
  const clients = affected.map(({ client_id }) => client_id)
  // Stryker disable next-line ObjectLiteral,ArrayDeclaration: the first plan is cheaper
  let best: Plan = { edges: [], cost: Infinity }
  let made = 0
  const explore = (open: PlanEdge[][]): void => {
    // Stryker disable next-line ConditionalExpression,EqualityOperator: one more or less; a first plan takes fewer than 200
    if (made >= maxAssignments && best.cost < Infinity) return
    made += 1
    const edges = assignAtLeastCost(open, capacities)
    const cost = edges.reduce((sum, edge) => sum + edge.cost, 0)
    // Stryker disable next-line EqualityOperator: a plan that costs as much is as good
    if (cost >= best.cost) return
    const first = findOwnOverlap(clients, edges)
    const stays = edges[first]
    if (!stays?.slot) {
      best = { edges, cost }
      return
    }
    const { slot } = stays
    const avoids = (edge: PlanEdge) => !edge.slot || !overlap(edge.slot, slot)
    explore(open.map((row, place) => (place === first ? [stays] : clients[place] === clients[first] ? row.filter(avoids) : row)))
    explore(open.map(row => row.filter(edge => edge !== stays)))
  }
  explore(rows)
  return best
}

/** The first row whose proposed time overlaps another one of the same client; -1: none. */
function findOwnOverlap(clients: readonly string[], edges: readonly PlanEdge[]): number {
  const proposed = new Map<string | undefined, { row: number; slot: FreeSlot }[]>()
  for (const [row, { slot }] of edges.entries()) {
    if (!slot) continue
    const own = proposed.get(clients[row]) ?? []
    const crossed = own.find(each => overlap(each.slot, slot))
    if (crossed) return crossed.row
    proposed.set(clients[row], [...own, { row, slot }])
  }
  return -1
}

/** Number of alternatives that are useful even if other appointments take some of them. */
const maxOffered = 12

interface Choices {
  /** Cheapest first. Beyond `most`, only slots at the same time. */
  possible: Possible[]
  /** The number of choices that suffices at any time. */
  most: number
}

function choicesOf(
  affected: readonly AffectedAppointment[],
  slots: readonly FreeSlot[],
  busy: readonly BusyClient[],
  earliest: number,
): Choices[] {
  const columns = columnsByType(slots)
  const taken = [...busy, ...affected]
  return affected.map(appointment => choicesFor(appointment, columns.get(appointment.support_type_id), taken, earliest))
}

/**
 * The possible slots of an appointment, cheapest first. The other affected appointments take at most one
 * seat each, so one slot more than there are others always leaves a choice: that many at the same time,
 * and that many at any time, suffice. Only a client's own other proposals can require more.
 */
function choicesFor(
  appointment: AffectedAppointment,
  columns: Columns | undefined,
  taken: readonly (BusyClient & { id?: string })[],
  earliest: number,
): Choices {
  const own = taken.filter(({ client_id, id }) => client_id === appointment.client_id && id !== appointment.id)
  const others = taken.filter(({ id }) => id !== undefined && id !== appointment.id).length
  const hasOthers = own.some(({ id }) => id !== undefined)
  const most = hasOthers ? Infinity : Math.max(maxOffered, others + 1)
  const possible = columns ? possibleIn(columns, appointment, own, earliest) : []
  return { possible: bestOf(possible, most), most }
}

interface Possible {
  slot: FreeSlot
  cost: number
  /** Starts at the appointment's present start. */
  sameTime: boolean
}

function possibleIn(columns: Columns, appointment: AffectedAppointment, own: readonly Span[], earliest: number): Possible[] {
  const { slots, start, end, place, mentor } = columns
  const [samePlace, askedFor] = [columns.codeOf(appointment.place_id), columns.codeOf(appointment.requested_mentor_id)]
  const possible: Possible[] = []
  slots.forEach((slot, row) => {
    if (slot.interpreted && !appointment.needs_interpreter) return
    const [from = 0, to = 0] = [start[row], end[row]]
    if ((from !== appointment.start && from < earliest) || own.some(time => time.start < to && from < time.end)) return
    const notAskedFor = appointment.requested_mentor_id !== null && mentor[row] !== askedFor
    const cost = costOf(appointment, from, to, place[row] !== samePlace, notAskedFor)
    possible.push({ slot, cost, sameTime: from === appointment.start })
  })
  return possible
}

/** The `most` cheapest items, followed by up to `most` of the others at the same time. */
function bestOf(items: readonly Possible[], most: number): Possible[] {
  const least = leastOf(items, most)
  const known = new Set(least)
  const atSameTime = items.filter(({ sameTime }) => sameTime)
  return [...least, ...leastOf(atSameTime, most).filter(each => !known.has(each))]
}

/** The `most` cheapest items in order; of equal cost, those at the same time come first. */
const leastOf = (items: readonly Possible[], most: number): Possible[] =>
  items.toSorted((a, b) => a.cost - b.cost || Number(b.sameTime) - Number(a.sameTime)).slice(0, most)

/**
 * The free slots of a support type. The columns repeat what is compared as numbers; ids become
 * consecutive numbers.
 */
interface Columns {
  slots: FreeSlot[]
  start: Float64Array
  end: Float64Array
  place: Int32Array
  mentor: Int32Array
  codeOf: (id: string | null) => number | undefined
}

function columnsByType(slots: readonly FreeSlot[]): Map<string, Columns> {
  const codes = new Map<string | null, number>()
  const code = (id: string) => {
    const known = codes.get(id) ?? codes.size
    codes.set(id, known)
    return known
  }
  const columnsOf = (own: FreeSlot[]): Columns => ({
    slots: own,
    start: Float64Array.from(own, ({ start }) => start),
    end: Float64Array.from(own, ({ end }) => end),
    place: Int32Array.from(own, ({ place_id }) => code(place_id)),
    mentor: Int32Array.from(own, ({ mentor_id }) => code(mentor_id)),
    codeOf: id => codes.get(id),
  })
  const open = slots.filter(({ free }) => free > 0)
  const types = [...new Set(open.map(({ support_type_id }) => support_type_id))]
  return new Map(types.map(type => [type, columnsOf(open.filter(({ support_type_id }) => support_type_id === type))]))
}

const minuteMs = 60_000
const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end
