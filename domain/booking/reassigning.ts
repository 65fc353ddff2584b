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
 * where the place is another, the mentor is not the one they asked for, or the time is shorter. The same time with somebody else is 0.
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
 * A plan for every appointment, in the order given: the least inconvenient slot of the same support type, at the same time or not before
 * `earliest` (in milliseconds since 1970), that has a seat left and overlaps nothing that its client has. No seat is used twice; a client's other appointments count where
 * they are now and where they are proposed to be. Where somebody would get nothing, others who have a choice make room.
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
 * The same plan from only those of the slots, in their order, that start within `known`; null where one that starts outside could be among somebody's
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
  const options = new Map(affected.map(({ id }, place) => [id, (choices[place]?.possible ?? []).map(({ slot }) => slot)]))
  const chosen = new Map<string, FreeSlot>()
  const holders = (slot: FreeSlot) => affected.filter(({ id }) => chosen.get(id)?.id === slot.id)
  const fits = (appointment: AffectedAppointment, slot: FreeSlot) =>
    affected.every(other => {
      const taken = chosen.get(other.id)
      return other.id === appointment.id || other.client_id !== appointment.client_id || !taken || !overlap(taken, slot)
    })

  const take = (appointment: AffectedAppointment, tried: Set<string>, evict: boolean): boolean => {
    for (const slot of options.get(appointment.id) ?? []) {
      if (tried.has(slot.id) || !fits(appointment, slot)) continue
      if (evict) tried.add(slot.id)
      const full = holders(slot)
      const hasRoom = full.length < slot.free || (evict && full.some(holder => take(holder, tried, true)))
      if (!hasRoom || !fits(appointment, slot)) continue
      chosen.set(appointment.id, slot)
      return true
    }
    return false
  }
  for (const appointment of affected) take(appointment, new Set(), false)
  // Making room may move somebody away from what stood in another one's way: again until nobody gains anything.
  for (let before = -1; before < chosen.size;) {
    before = chosen.size
    for (const appointment of affected) if (!chosen.has(appointment.id)) take(appointment, new Set(), true)
  }

  return affected.map(({ id }) => ({
    appointment_id: id,
    slot_id: chosen.get(id)?.id ?? null,
    options: (options.get(id) ?? []).map(slot => slot.id),
  }))
}

/** How many options are of use beside those that others may take. */
const offered = 12

interface Choices {
  /** The least inconvenient first. */
  possible: Possible[]
  /** How many are enough, where there are more. */
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
 * The slots that an appointment could go to, the least inconvenient first. The others affected hold at most one seat each, so that one more slot than there are
 * others leaves a choice for certain, and what comes after is never looked at; only a client's own other proposals may stand in the way of any number.
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
  return { possible: leastOf(possible, most), most }
}

interface Possible {
  slot: FreeSlot
  cost: number
}

function possibleIn(columns: Columns, appointment: AffectedAppointment, own: readonly Span[], earliest: number): Possible[] {
  const { slots, start, end, place, mentor } = columns
  const [samePlace, askedFor] = [columns.codeOf(appointment.place_id), columns.codeOf(appointment.requested_mentor_id)]
  const possible: Possible[] = []
  slots.forEach((slot, row) => {
    const [from = 0, to = 0] = [start[row], end[row]]
    if ((from !== appointment.start && from < earliest) || own.some(time => time.start < to && from < time.end)) return
    const notAskedFor = appointment.requested_mentor_id !== null && mentor[row] !== askedFor
    possible.push({ slot, cost: costOf(appointment, from, to, place[row] !== samePlace, notAskedFor) })
  })
  return possible
}

/** The `most` with the least cost in order, as sorting all of them would leave them. */
function leastOf(items: readonly Possible[], most: number): Possible[] {
  const highest = items.length > most ? highestOfLeast(items, most) : Infinity
  return items
    .filter(({ cost }) => cost <= highest)
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, most)
}

/** The last of the `most` least costs. */
function highestOfLeast(items: readonly Possible[], most: number): number {
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
