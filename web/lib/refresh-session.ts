import { call } from './api.ts'
import { session, updateSession } from './session.ts'

let asking: Promise<void> | undefined

/** Asks in the background who the stored token belongs to today, so that menus follow changed roles; once at a time. A dead token ends the session. */
export async function refreshSession(): Promise<void> {
  if (!session()) return
  asking ??= call('GET /api/my-session')
    .then(updateSession, () => undefined)
    .finally(() => (asking = undefined))
  await asking
}
