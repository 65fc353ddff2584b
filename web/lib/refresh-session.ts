import { call } from './api.ts'
import { session, updateSession } from './session.ts'

/** Asks in the background who the stored token belongs to today, so that menus follow changed roles. A dead token ends the session. */
export async function refreshSession(): Promise<void> {
  if (!session()) return
  await call('GET /api/my-session').then(updateSession, () => undefined)
}
