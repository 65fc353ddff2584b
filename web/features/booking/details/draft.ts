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
  /** Whether times with an interpreter were asked for when `interpreting` was answered. */
  interpreted: boolean
}

const draftKey = 'booking-draft'
const attemptItem = 'booking-attempt'
const owner = () => session()?.user.id ?? null

/**
 * The draft of the signed-in user, or of the new person who is joining. `interpreter`: whether they have said with the
 * choice of a time that they need one, which counts where it is newer than the draft.
 */
export function readDraft(interpreter?: boolean): Draft {
  const kept = session() ? getTabItem<Partial<Draft>>(draftKey, owner()) : (joinState().typed as Partial<Draft> | undefined)
  const interpreted = interpreter ?? false
  const known = kept?.interpreting ?? interpretingOf(session()?.user)
  const isNewer = interpreter !== undefined && !(kept?.interpreting && (kept.interpreted ?? false) === interpreter)
  return {
    name: kept?.name ?? '',
    email: kept?.email ?? '',
    questions: kept?.questions ?? [''],
    accepted: kept?.accepted ?? [],
    interpreting: isNewer ? { ...known, needs_interpreter: interpreter } : known,
    interpreted,
  }
}

/** Keeps the draft: with a login in this tab, before it with the state of the client's registration. */
export function saveDraft(draft: Draft): void {
  if (session()) setTabItem(draftKey, owner(), draft)
  else setJoinState({ ...joinState(), typed: draft })
}

/** After the booking: removes the draft and its last attempt. */
export function clearDraft(): void {
  removeTabItem(draftKey)
  clearAttempt()
}

/** A request as it was first sent, with its idempotency key. */
interface Attempt<Body> {
  intent: string
  key: string
  body: Body
}

/**
 * The first attempt at one intent, until the server's answer: trying the same again after a lost connection sends the
 * same request, although what has to be accepted is less once the client is registered, and cannot book twice. A changed
 * choice is another intent.
 */
export function attemptAt<Body>(intent: string, body: Body): Attempt<Body> {
  const kept = getTabItem<Attempt<Body>>(attemptItem, owner())
  if (kept?.intent === intent) return kept
  const attempt = { intent, key: newIdempotencyKey(), body }
  setTabItem(attemptItem, owner(), attempt)
  return attempt
}

/** After the server's answer, another try is a new intent. */
export const clearAttempt = (): void => removeTabItem(attemptItem)
