import { assignAtLeastCost, type Edge } from './assignment.ts'

/** Half-open, in milliseconds since 1970: each appointment is compared with thousands of free slots. */
export interface Span {
  start: number
  end: number
}

/** An open appointment that cannot take place as it stands. */
export interface AffectedAppointment extends Span {
  id: string
  client_id: string
  support_type_id: string
  place_id: string
  /** Whom the client asked for; null: anyone. */
  requested_mentor_id: string | null
}

/** A mentor's time with free seats. */
export interface FreeSlot extends Span {
  id: string
  mentor_id: string
  support_type_id: string
  place_id: string
  free: number
}

/** A time that a client has already. */
export interface BusyClient extends Span {
  client_id: string
}

/** What is proposed for an appointment: a slot, or none where it has to be cancelled; and the best of what else it could be, best first. */
export interface Proposal {
  appointment_id: string
  slot_id: string | null
  options: string[]
}

const day = 24 * 60
/** How much worse than another time a choice is, in minutes of that other time's distance. */
const worse = { earlier: 2, otherPlace: 2 * day, notAskedFor: 7 * day, shorter: 14 * day }

/**
 * How inconvenient a slot is instead of what the client had: the minutes between the two times, those before it counting double, and more
 * where the place is another, the mentor is not the one they asked for, or the time is shorter. The same time with another mentor is 0.
 */
export const inconvenience = (appointment: AffectedAppointment, slot: FreeSlot): number =>
  costOf(
    appointment,
    slot.start,
    slot.end,
    slot.place_id !== appointment.place_id,
    appointment.requested_mentor_id !== null && slot.mentor_id !== appointment.requested_mentor_id,
  )

function costOf(from: Span, start: number, end: number, otherPlace: boolean, notAskedFor: boolean): number {
  const later = (start - from.start) / minute
  return (
    (later >= 0 ? later : -later * worse.earlier) +
    (otherPlace ? worse.otherPlace : 0) +
    (notAskedFor ? worse.notAskedFor : 0) +
    (end - start < from.end - from.start ? worse.shorter : 0)
  )
}

/**
 * A plan for every appointment, in the order given. The first aim is to place as many as possible, the second is to keep as many as possible
 * at their own time (the same start), the third is the least total inconvenience. A later aim never outweighs an earlier one: a client keeps
 * the time even where another time would be with the mentor they asked for. An appointment goes to a slot of the same support type, at the
 * same time or not before `earliest` (in milliseconds since 1970), that overlaps nothing that its client has. No seat is used twice. A
 * client's other appointments count where they are now and where they are proposed to be.
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
 * The same plan from only those of the slots, in their order, that start within `known`; null where one that starts outside could be among a client's
 * choices, so that all of them are needed. What starts outside must come after what starts within.
 */
export function proposeNear(
  affected: readonly AffectedAppointment[],
  slots: readonly FreeSlot[],
  busy: readonly BusyClient[],
  earliest: number,
  known: Span,
): Proposal[] | null {
  const choices = choicesOf(affected, slots, busy, earliest)
  const settled = affected.every((appointment, place) => {
    const { possible = [], most = Infinity } = choices[place] ?? {}
    const worst = possible[most - 1]
    return worst !== undefined && worst.cost <= leastOutside(appointment, known, earliest)
  })
  return settled ? planFor(affected, choices) : null
}

/** What a slot that does not start within `known` costs at least. */
function leastOutside({ start }: Span, known: Span, earliest: number): number {
  if (start < known.start || start >= known.end) return -Infinity
  const later = (known.end - start) / minute
  return known.start <= earliest ? later : Math.min(later, ((start - known.start) / minute) * worse.earlier)
}

function planFor(affected: readonly AffectedAppointment[], choices: readonly Choices[]): Proposal[] {
  const plan = bestPlan(affected, edgesOf(choices))
  return affected.map(({ id }, row) => ({
    appointment_id: id,
    slot_id: plan.edges[row]?.slot?.id ?? null,
    options: (choices[row]?.possible ?? []).map(({ slot }) => slot.id),
  }))
}

/** A choice as an edge of the assignment; without a slot: cancelled. */
interface PlanEdge extends Edge {
  slot: FreeSlot | null
}

interface PlanGraph {
  rows: PlanEdge[][]
  capacities: number[]
}

/**
 * The three aims as one cost: a time that is not one's own costs more than all inconvenience together, getting nothing more than all other
 * times. Each row's last column is its own and stands for getting nothing.
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

/** How many assignments are made at most to keep one client's own proposals apart; more are needed only where many of one client's cross. */
const maxAssignments = 200

/**
 * The cheapest plan in which no client has two times that overlap, by branch and bound. Where the cheapest assignment gives a client two such
 * times, either the first of them stays and the client's others avoid it, or the first goes elsewhere.
 */
function bestPlan(affected: readonly AffectedAppointment[], { rows, capacities }: PlanGraph): Plan {
  let best: Plan = { edges: [], cost: Infinity }
  let made = 0
  const explore = (open: PlanEdge[][]): void => {
    if (made >= maxAssignments && best.cost < Infinity) return
    made += 1
    const edges = assignAtLeastCost(open, capacities)
    const cost = edges.reduce((sum, edge) => sum + edge.cost, 0)
    if (cost >= best.cost) return
    const first = findOwnOverlap(affected, edges)
    const stays = first === null ? undefined : edges[first]
    if (first === null || !stays?.slot) {
      best = { edges, cost }
      return
    }
    const { slot } = stays
    const client = affected[first]?.client_id
    const avoids = (edge: PlanEdge) => !edge.slot || !overlap(edge.slot, slot)
    explore(open.map((row, place) => (place === first ? [stays] : affected[place]?.client_id === client ? row.filter(avoids) : row)))
    explore(open.map((row, place) => (place === first ? row.filter(edge => edge !== stays) : row)))
  }
  explore(rows)
  return best
}

/** The first row whose proposed time overlaps another of the same client. */
function findOwnOverlap(affected: readonly AffectedAppointment[], edges: readonly PlanEdge[]): number | null {
  const proposed = new Map<string, { row: number; slot: FreeSlot }[]>()
  for (const [row, { slot }] of edges.entries()) {
    const client = affected[row]?.client_id
    if (!slot || client === undefined) continue
    const own = proposed.get(client) ?? []
    const crossed = own.find(each => overlap(each.slot, slot))
    if (crossed) return crossed.row
    proposed.set(client, [...own, { row, slot }])
  }
  return null
}

/** How many options are useful next to those that others may take. */
const offered = 12

interface Choices {
  /** The least inconvenient first. Beyond `most`, only those at the same time. */
  possible: Possible[]
  /** How many are enough at any time, where there are more. */
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
 * The slots that an appointment could go to, the least inconvenient first. The other affected appointments hold at most one seat each, so one
 * more slot than there are others always leaves a choice: so many at the same time, and so many at any time, are enough. Only a client's own
 * other proposals can be in the way of more.
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
  const most = hasOthers ? Infinity : Math.max(offered, others + 1)
  const possible = columns ? possibleIn(columns, appointment, own, earliest) : []
  return { possible: bestOf(possible, most), most }
}

interface Possible {
  slot: FreeSlot
  cost: number
  /** Starts when the appointment did. */
  sameTime: boolean
}

function possibleIn(columns: Columns, appointment: AffectedAppointment, own: readonly Span[], earliest: number): Possible[] {
  const { slots, start, end, place, mentor } = columns
  const [samePlace, askedFor] = [columns.codeOf(appointment.place_id), columns.codeOf(appointment.requested_mentor_id)]
  const possible: Possible[] = []
  slots.forEach((slot, row) => {
    const [from = 0, to = 0] = [start[row], end[row]]
    if ((from !== appointment.start && from < earliest) || own.some(time => time.start < to && from < time.end)) return
    const notAskedFor = appointment.requested_mentor_id !== null && mentor[row] !== askedFor
    const cost = costOf(appointment, from, to, place[row] !== samePlace, notAskedFor)
    possible.push({ slot, cost, sameTime: from === appointment.start })
  })
  return possible
}

/** The `most` with the least cost, then those at the same time that are not among them, `most` of the same time at most. */
function bestOf(items: readonly Possible[], most: number): Possible[] {
  const least = leastOf(items, most)
  if (least.length === items.length) return least
  const known = new Set(least)
  const atSameTime = items.filter(({ sameTime }) => sameTime)
  return [...least, ...leastOf(atSameTime, most).filter(each => !known.has(each))]
}

/** The `most` with the least cost in order, as sorting all of them would leave them. */
function leastOf(items: readonly Possible[], most: number): Possible[] {
  const highest = items.length > most ? highestOfLeast(items, most) : Infinity
  return items
    .filter(({ cost }) => cost <= highest)
    .toSorted((a, b) => a.cost - b.cost || Number(b.sameTime) - Number(a.sameTime))
    .slice(0, most)
}

/** The last of the `most` least costs. */
function highestOfLeast(items: readonly Possible[], most: number): number {
  // Inserting into a short list is quicker than sorting all, into a long one it is not.
  if (most > 64) return Float64Array.from(items, ({ cost }) => cost).toSorted()[most - 1] ?? Infinity
  const least = new Float64Array(most).fill(Infinity)
  const at = (place: number) => least[place] ?? -Infinity
  for (const { cost } of items) {
    if (cost >= at(most - 1)) continue
    let place = most - 1
    for (; at(place - 1) > cost; place -= 1) least[place] = at(place - 1)
    least[place] = cost
  }
  return at(most - 1)
}

/** The free slots of a support type, and of each in rows of numbers what is compared; ids as the numbers of their first coming. */
interface Columns {
  slots: FreeSlot[]
  start: Float64Array
  end: Float64Array
  place: Int32Array
  mentor: Int32Array
  codeOf: (id: string | null) => number | undefined
}

function columnsByType(slots: readonly FreeSlot[]): Map<string, Columns> {
  const codes = new Map<string, number>()
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
    codeOf: id => (id === null ? undefined : codes.get(id)),
  })
  const open = slots.filter(({ free }) => free > 0)
  const types = [...new Set(open.map(({ support_type_id }) => support_type_id))]
  return new Map(types.map(type => [type, columnsOf(open.filter(({ support_type_id }) => support_type_id === type))]))
}

const minute = 60_000
const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end
