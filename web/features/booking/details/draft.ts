import type { AcceptedText } from '#contract/contracts.ts'
import { interpretingOf, type Interpreting } from '../../people/interpreter-field.tsx'
import { newIdempotencyKey } from '../../../lib/api.ts'
import { session } from '../../../lib/session.ts'
import { removeTabItem, getTabItem, setTabItem } from '../../../lib/tab-storage.ts'
import { joinState, setJoinState } from '../../sessions/join-state.ts'

// A draft survives a reload and a lost connection, in this tab and for its author, until it is booked or
// the session ends. A new person's draft ends with the confirmation of their phone number or address.

/** What a client has entered on the details page, and not sent yet. */
export interface Draft extends Record<string, unknown> {
  /** Of a new person. */
  name: string
  email: string
  questions: string[]
  accepted: AcceptedText[]
  interpreting: Interpreting
}

const draftKey = 'booking-draft'
const keyItem = 'booking-key'
const owner = () => session()?.user.id ?? null

/**
 * The draft of the signed-in user, or of the new person who is joining. `interpreter`: they have said that they need
 * one.
 */
export function readDraft(interpreter = false): Draft {
  const kept = session() ? getTabItem<Partial<Draft>>(draftKey, owner()) : (joinState().typed as Partial<Draft> | undefined)
  return {
    name: kept?.name ?? '',
    email: kept?.email ?? '',
    questions: kept?.questions ?? [''],
    accepted: kept?.accepted ?? [],
    interpreting: kept?.interpreting ?? withNeed(interpretingOf(session()?.user), interpreter),
  }
}

const withNeed = (known: Interpreting, interpreter: boolean): Interpreting => (interpreter ? { ...known, needs_interpreter: true } : known)

/** Keeps the draft: with a login in this tab, before it with the state of the client's registration. */
export function saveDraft(draft: Draft): void {
  if (session()) setTabItem(draftKey, owner(), draft)
  else setJoinState({ ...joinState(), typed: draft })
}

/** After the booking: removes the draft and the idempotency key of its last try. */
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
