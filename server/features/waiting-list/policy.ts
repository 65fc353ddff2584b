import { refuse, type Refusal } from '../../platform/refusal.ts'

/** Why an entry cannot be removed from the waiting list; null if it can. */
export function refuseRemoval(entry: { state: string; revision: number } | undefined, revision: number | undefined): Refusal | null {
  if (!entry) return refuse('not_found')
  if (entry.state !== 'waiting' && entry.state !== 'offered') return refuse('waiting_ended')
  return revision === undefined || revision === entry.revision ? null : refuse('stale')
}
