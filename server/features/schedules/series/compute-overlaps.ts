import type { PlannedSlot } from '#domain/availability/slots.ts'
import type { FoundClash } from '../clash-queries.ts'

/** A session after a change. */
export interface SessionAfter {
  mentors: readonly { id: string; name: string }[]
  time_zone: string
  slots: readonly PlannedSlot[]
}

/**
 * Overlaps among sessions that change together: for each mentor, slots of one session that meet a slot of an
 * earlier one. `session` is the index of the later session; one clash for each pair and mentor.
 */
export function computeOverlaps(sessions: readonly SessionAfter[]): FoundClash[] {
  const slots = sessions.flatMap(({ slots: own, mentors, time_zone }, session) =>
    own.map(slot => ({ ...slot, session, time_zone, mentor: mentors.find(({ id }) => id === slot.mentor_id) })),
  )
  const starts = ({ starts_at }: PlannedSlot) => starts_at.epochMilliseconds
  const ordered = slots.toSorted((a, b) => a.mentor_id.localeCompare(b.mentor_id) || starts(a) - starts(b) || a.session - b.session)
  const clashes = new Map<string, FoundClash>()
  // A long slot can cover several later ones, so the slot that ends last is compared.
  let last = ordered[0]
  for (const slot of ordered.slice(1)) {
    const isSame = last !== undefined && last.mentor_id === slot.mentor_id
    if (isSame && last && slot.mentor && last.session !== slot.session && starts(slot) < last.ends_at.epochMilliseconds) {
      const [first, later] = last.session < slot.session ? [last, slot] : [slot, last]
      const { mentor, time_zone } = slot
      const times = { starts_at: first.starts_at.toString(), ends_at: first.ends_at.toString() }
      const key = `${mentor.id} ${first.session} ${later.session}`
      if (!clashes.has(key)) clashes.set(key, { session: later.session, mentor, ...times, time_zone, schedule_id: null, reason: 'itself' })
    }
    if (!isSame || !last || slot.ends_at.epochMilliseconds > last.ends_at.epochMilliseconds) last = slot
  }
  return [...clashes.values()]
}
