import { call } from './api.ts'
import { session, updateSession } from './session.ts'

let pending: Promise<void> | undefined

/**
 * Reloads user and roles of the stored token in the background; one request at a time. An invalid token
 * ends the session.
 */
export async function refreshSession(): Promise<void> {
  if (!session()) return
  pending ??= call('GET /api/my-session')
    .then(updateSession, () => undefined)
    .finally(() => (pending = undefined))
  await pending
}
