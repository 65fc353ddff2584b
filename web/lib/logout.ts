import { call } from './api.ts'
import { clearSession } from './session.ts'

/**
 * Ends the session in the browser even if the call fails: then `reload` loads /, otherwise
 * `goHome` shows it. A session that began at an identity provider ends there too: `reload` goes there, and the
 * provider sends the browser back.
 */
export async function logout(goHome: () => void, reload: (address: string) => void = address => location.assign(address)): Promise<void> {
  let providerLogout: string | undefined
  try {
    providerLogout = (await call('POST /api/logout')).provider_logout
  } catch {
    clearSession()
    reload('/')
    return
  }
  clearSession()
  if (providerLogout) reload(providerLogout)
  else goHome()
}
