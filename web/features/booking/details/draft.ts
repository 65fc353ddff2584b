import { newIdempotencyKey } from '../../../lib/api.ts'
import { session } from '../../../lib/session.ts'
import { removeTabItem, getTabItem, setTabItem } from '../../../lib/tab-storage.ts'

// A draft survives a reload and a lost connection, in this tab and for its author, until it is booked or
// the session ends.

export interface Draft extends Record<string, unknown> {
  questions: string[]
  accepted: string[]
}

const draftKey = 'booking-draft'
const keyItem = 'booking-key'
const owner = () => session()?.user.id ?? null

/** The draft of the signed-in user; empty for others. */
export function readDraft(): Draft {
  const kept = getTabItem<Partial<Draft>>(draftKey, owner())
  return { questions: kept?.questions ?? [''], accepted: kept?.accepted ?? [] }
}

export const saveDraft = (draft: Draft): void => setTabItem(draftKey, owner(), draft)

export function clearDraft(): void {
  removeTabItem(draftKey)
  clearIdempotencyKey()
}

/**
 * The idempotency key of one intent: trying the same again after a lost connection cannot book twice, a
 * changed request is another intent.
 */
export function idempotencyKeyFor(intent: string): string {
  const kept = getTabItem<{ intent: string; key: string }>(keyItem, owner())
  if (kept?.intent === intent) return kept.key
  const key = newIdempotencyKey()
  setTabItem(keyItem, owner(), { intent, key })
  return key
}

/** After the server's answer, another try is a new intent. */
export const clearIdempotencyKey = (): void => removeTabItem(keyItem)
