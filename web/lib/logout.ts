import { call } from './api.ts'
import { clearSession } from './session.ts'

/**
 * Ends the session in the browser even if the call fails (specification §4): then `reload` loads /,
 * otherwise `goHome` shows it.
 */
export async function logout(goHome: () => void, reload: (address: string) => void = address => location.assign(address)): Promise<void> {
  try {
    await call('POST /api/logout')
  } catch {
    clearSession()
    reload('/')
    return
  }
  clearSession()
  goHome()
}
