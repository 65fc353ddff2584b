import { session } from '../../lib/session.ts'
import { getTabItem, removeTabItem, setTabItem } from '../../lib/tab-storage.ts'

// The number of a caller without a record, on its way to the booking page. The address has only a key to it,
// because addresses stay in the history of the browser.

const item = 'caller'
const owner = () => session()?.user.id ?? null

/** Keeps the number in this tab until the login ends, and returns its key. */
export function keepCallerNumber(phone: string): string {
  const key = crypto.randomUUID()
  setTabItem(item, owner(), { key, phone })
  return key
}

/** The number that was kept under this key, as it was typed; empty for another key, or in another tab. */
export function callerNumber(key: string | undefined): string {
  const kept = getTabItem<{ key: string; phone: string }>(item, owner())
  return key !== undefined && kept?.key === key ? kept.phone : ''
}

/** After the booking: removes the number from this tab. */
export const forgetCallerNumber = (): void => removeTabItem(item)
