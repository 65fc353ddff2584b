import type { SeenOffer } from '#contract/waiting-list.ts'
import { refuse, type Refusal } from '../../platform/refusal.ts'

/** Why an entry cannot be removed from the waiting list; null if it can. */
export function refuseRemoval(entry: { state: string; revision: number } | undefined, revision: number | undefined): Refusal | null {
  if (!entry) return refuse('not_found')
  if (entry.state !== 'waiting' && entry.state !== 'offered') return refuse('waiting_ended')
  return revision === undefined || revision === entry.revision ? null : refuse('stale')
}

/** Whether the open offer is the one that the client saw. A client who names none means whichever is open. */
export const isSeenOffer = (open: NonNullable<SeenOffer>, seen: SeenOffer): boolean =>
  !seen ||
  (seen.schedule_id === open.schedule_id && seen.mentor_id === open.mentor_id && Date.parse(seen.starts_at) === Date.parse(open.starts_at))
