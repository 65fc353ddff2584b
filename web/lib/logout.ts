import { call } from './api.ts'
import { clearSession } from './session.ts'

/** Ends the session here whatever the server says (specification §4): done, `goHome` shows /; failed, / is loaded afresh. */
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
