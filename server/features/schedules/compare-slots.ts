import type { PlannedSlot } from '#domain/availability/slots.ts'

/** A planned slot before the change. */
export interface CurrentSlot {
  id: string
  mentor_id: string
  roster: number
  starts_at: string
  ends_at: string
  seats: number
  taken: number
  held: number
  first_serial: number
}

/** The changes to the slots of a schedule. */
export interface SlotChanges {
  kept: Pick<CurrentSlot, 'id' | 'roster' | 'seats' | 'first_serial'>[]
  added: PlannedSlot[]
  /** Ids of slots to remove. */
  gone: string[]
  /** Slots that cannot change because more seats are taken or offered than `seats_left`. */
  stranding: { slot_id: string; seats_left: number }[]
}

const keyOf = (mentor_id: string, starts_at: number, ends_at: number) => `${mentor_id} ${starts_at} ${ends_at}`

/**
 * Compares current slots with planned ones; the same mentor and time identify a slot.
 *
 * Serial numbers: without appointments all slots are numbered again by the rule (start, roster, seat).
 * Once a number has been given to a client, kept slots keep theirs, and new slots or seats take numbers
 * after `highestSerial`, the highest ever given in this schedule, so that a number never identifies two
 * people.
 */
export function compareSlots(current: readonly CurrentSlot[], wanted: readonly PlannedSlot[], highestSerial: number): SlotChanges {
  const unmatched = new Map(current.map(slot => [keyOf(slot.mentor_id, Date.parse(slot.starts_at), Date.parse(slot.ends_at)), slot]))
  const isAnyoneBooked = current.some(({ taken }) => taken > 0)
  const changes: SlotChanges = { kept: [], added: [], gone: [], stranding: [] }
  let next = highestSerial + 1
  const numberFor = (slot: PlannedSlot, before?: CurrentSlot) => {
    if (!isAnyoneBooked) return slot.first_serial
    if (before && slot.seats <= before.seats) return before.first_serial
    next += slot.seats
    return next - slot.seats
  }
  for (const slot of wanted) {
    const key = keyOf(slot.mentor_id, slot.starts_at.epochMilliseconds, slot.ends_at.epochMilliseconds)
    const before = unmatched.get(key)
    unmatched.delete(key)
    const first_serial = numberFor(slot, before)
    if (!before) changes.added.push({ ...slot, first_serial })
    else {
      changes.kept.push({ id: before.id, roster: slot.roster, seats: slot.seats, first_serial })
      // Only the number of taken seats counts: the client on the second of two seats keeps the seat
      // and its number when one seat is left.
      if (slot.seats < before.taken + before.held) changes.stranding.push({ slot_id: before.id, seats_left: slot.seats })
    }
  }
  for (const slot of unmatched.values()) {
    changes.gone.push(slot.id)
    if (slot.taken + slot.held > 0) changes.stranding.push({ slot_id: slot.id, seats_left: 0 })
  }
  return changes
}
