import type { Instant } from '../time/instant.ts'
import { overlaps, type InstantRange } from '../time/range.ts'

/** An open appointment that cannot take place as it stands. */
export interface AffectedAppointment extends InstantRange {
  id: string
  client_id: string
  support_type_id: string
  place_id: string
  /** Whom the client asked for; null: anyone. */
  requested_mentor_id: string | null
}

/** A mentor's time with free seats. */
export interface FreeSlot extends InstantRange {
  id: string
  mentor_id: string
  support_type_id: string
  place_id: string
  free: number
}

/** A time that a client has already. */
export interface BusyClient extends InstantRange {
  client_id: string
}

/** What is proposed for an appointment: a slot, or none where it has to be cancelled; and what else it could be, best first. */
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
  return costOf(appointment, spanOf(appointment), slot, spanOf(slot))
}

/** The same for spans read once: a busy organisation has thousands of free slots for each appointment. */
function costOf(appointment: AffectedAppointment, from: Span, slot: FreeSlot, to: Span): number {
  const later = (to.start - from.start) / minute
  return (
    (later >= 0 ? later : -later * worse.earlier) +
    (slot.place_id === appointment.place_id ? 0 : worse.otherPlace) +
    (appointment.requested_mentor_id === null || slot.mentor_id === appointment.requested_mentor_id ? 0 : worse.notAskedFor) +
    (to.end - to.start < from.end - from.start ? worse.shorter : 0)
  )
}

/**
 * A plan for every appointment, in the order given: the least inconvenient slot of the same support type, at the same time or not before
 * `earliest`, that has a seat left and overlaps nothing that its client has. No seat is used twice; a client's other appointments count where
 * they are now and where they are proposed to be. Where somebody would get nothing, others who have a choice make room.
 */
export function proposeSlots(
  affected: readonly AffectedAppointment[],
  slots: readonly FreeSlot[],
  busy: readonly BusyClient[],
  earliest: Instant,
): Proposal[] {
  const spans = slots.map(slot => ({ slot, span: spanOf(slot) }))
  const options = new Map(affected.map(appointment => [appointment.id, optionsFor(appointment, spans, [...busy, ...affected], earliest)]))
  const chosen = new Map<string, FreeSlot>()
  const holders = (slot: FreeSlot) => affected.filter(({ id }) => chosen.get(id)?.id === slot.id)
  const fits = (appointment: AffectedAppointment, slot: FreeSlot) =>
    affected.every(other => {
      const taken = chosen.get(other.id)
      return other.id === appointment.id || other.client_id !== appointment.client_id || !taken || !overlaps(taken, slot)
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

/** The slots that an appointment could go to, the least inconvenient first. */
function optionsFor(
  appointment: AffectedAppointment,
  slots: readonly { slot: FreeSlot; span: Span }[],
  busy: readonly (BusyClient & { id?: string })[],
  earliest: Instant,
): FreeSlot[] {
  const own = busy.filter(({ client_id, id }) => client_id === appointment.client_id && id !== appointment.id).map(spanOf)
  const [from, soonest] = [spanOf(appointment), earliest.epochMilliseconds]
  return slots
    .filter(
      ({ slot, span }) =>
        slot.free > 0 &&
        slot.support_type_id === appointment.support_type_id &&
        (span.start === from.start || span.start >= soonest) &&
        !own.some(time => time.start < span.end && span.start < time.end),
    )
    .map(({ slot, span }) => ({ slot, cost: costOf(appointment, from, slot, span) }))
    .toSorted((a, b) => a.cost - b.cost)
    .map(({ slot }) => slot)
}

/** In milliseconds since 1970. */
interface Span {
  start: number
  end: number
}
const minute = 60_000
const spanOf = ({ starts_at, ends_at }: InstantRange): Span => ({ start: starts_at.epochMilliseconds, end: ends_at.epochMilliseconds })
