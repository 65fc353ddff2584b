import { freshKey } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { removeTabItem, getTabItem, setTabItem } from '../../lib/tab-storage.ts'

// A draft outlives a reload and a lost connection, in this tab and for the person who wrote it only, until it is booked or the login ends.

export interface Draft extends Record<string, unknown> {
  questions: string[]
  accepted: string[]
}

const draftKey = 'booking-draft'
const intentKey = 'booking-key'
const owner = () => session()?.user.id ?? null

/** The draft of the person who is logged in; empty for everyone else. */
export function readDraft(): Draft {
  const kept = getTabItem<Partial<Draft>>(draftKey, owner())
  return { questions: kept?.questions ?? [''], accepted: kept?.accepted ?? [] }
}

export const keepDraft = (draft: Draft): void => setTabItem(draftKey, owner(), draft)

export function forgetDraft(): void {
  removeTabItem(draftKey)
  forgetKey()
}

/** The idempotency key of one intent: trying the same again after a lost connection cannot book twice, a changed wish is another intent. */
export function keyOfIntent(intent: string): string {
  const kept = getTabItem<{ intent: string; key: string }>(intentKey, owner())
  if (kept?.intent === intent) return kept.key
  const key = freshKey()
  setTabItem(intentKey, owner(), { intent, key })
  return key
}

/** The server answered: trying again is a new intent. */
export const forgetKey = (): void => removeTabItem(intentKey)
