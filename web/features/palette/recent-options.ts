import { session } from '../../lib/session.ts'
import { getTabItem, setTabItem } from '../../lib/tab-storage.ts'
import type { Option } from './option.ts'

const key = 'recent'
const maxRecent = 6

type Recent = Pick<Option, 'to' | 'label'>

/** What the user opened with the palette in this tab, newest first. Removed when the login ends. */
export function recentOptions(): Recent[] {
  const owner = session()?.user.id
  return owner === undefined ? [] : (getTabItem<Recent[]>(key, owner) ?? [])
}

/** Keeps the address and the name only. */
export function keepRecent({ to, label }: Recent): void {
  const owner = session()?.user.id
  if (owner === undefined || to.startsWith('tel:')) return
  setTabItem(key, owner, [{ to, label }, ...recentOptions().filter(kept => kept.to !== to)].slice(0, maxRecent))
}
