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
export function inconvenience(appointment: AffectedAppointment, slot: FreeSlot): number {
  const later = (slot.start - appointment.start) / minute
  return (
    (later >= 0 ? later : -later * worse.earlier) +
    (slot.place_id === appointment.place_id ? 0 : worse.otherPlace) +
    (appointment.requested_mentor_id === null || slot.mentor_id === appointment.requested_mentor_id ? 0 : worse.notAskedFor) +
    (slot.end - slot.start < appointment.end - appointment.start ? worse.shorter : 0)
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
  const options = new Map(affected.map(appointment => [appointment.id, optionsFor(appointment, slots, [...busy, ...affected], earliest)]))
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

/**
 * The slots that an appointment could go to, the least inconvenient first. The others affected hold at most one seat each, so that one more slot than there are
 * others leaves a choice for certain, and what comes after is never looked at; only a client's own other proposals may stand in the way of any number.
 */
function optionsFor(
  appointment: AffectedAppointment,
  slots: readonly FreeSlot[],
  taken: readonly (BusyClient & { id?: string })[],
  earliest: number,
): FreeSlot[] {
  const own = taken.filter(({ client_id, id }) => client_id === appointment.client_id && id !== appointment.id)
  const others = taken.filter(({ id }) => id !== undefined && id !== appointment.id)
  const hasOthers = others.some(({ client_id }) => client_id === appointment.client_id)
  const possible = slots
    .filter(
      slot =>
        slot.free > 0 &&
        slot.support_type_id === appointment.support_type_id &&
        (slot.start === appointment.start || slot.start >= earliest) &&
        !own.some(time => overlap(time, slot)),
    )
    .map(slot => ({ slot, cost: inconvenience(appointment, slot) }))
  return leastOf(possible, hasOthers ? possible.length : Math.max(offered, others.length + 1)).map(({ slot }) => slot)
}

/** The `most` with the least cost in order, as sorting all of them would leave them. */
function leastOf<Item extends { cost: number }>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return items.toSorted((a, b) => a.cost - b.cost)
  const costs = Float64Array.from(items, ({ cost }) => cost).toSorted()
  const highest = costs[most - 1] ?? Infinity
  return items
    .filter(({ cost }) => cost <= highest)
    .toSorted((a, b) => a.cost - b.cost)
    .slice(0, most)
}

const minute = 60_000
const overlap = (a: Span, b: Span) => a.start < b.end && b.start < a.end
