import { viewedLists, viewParams, type ViewedList } from '#contract/saved-view-limits.ts'
import { call } from '../../lib/api.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { session } from '../../lib/session.ts'
import { getItem, removeItem } from '../../lib/storage.ts'
import { toastError } from '../../ui/toast.ts'
import { saveView } from './saved-views.ts'

type StoredView = { name: string; params: Record<string, string> }

/**
 * Saves the user's views that an earlier version stored in this browser, and removes them here. Views of the same name
 * on the server stay. Without a connection the next start tries again, unless the login ends first.
 */
export async function moveStoredViews(userId: string): Promise<void> {
  const stored = viewedLists.map(list => ({ list, key: keyOf(list, userId) })).filter(({ key }) => getItem(key) !== null)
  if (stored.length === 0) return
  try {
    const { data } = await call('GET /api/my-saved-views')
    for (const { list, key } of stored) {
      const known = data.filter(view => view.list === list).map(({ name }) => name)
      for (const view of parseViews(getItem(key))) {
        // The login may have ended meanwhile, and another one begun.
        if (session()?.user.id !== userId) return
        if (!known.includes(view.name)) await saveView({ list, ...withoutSearch(list, view) }).catch(showIfFinal)
      }
      removeItem(key)
    }
  } catch {}
}

/** Earlier versions also stored searches. */
function withoutSearch(list: ViewedList, { name, params }: StoredView): StoredView {
  const kept: readonly string[] = viewParams[list]
  return { name, params: Object.fromEntries(Object.entries(params).filter(([key]) => kept.includes(key))) }
}

const keyOf = (list: ViewedList, userId: string) => `views ${list} ${userId}`

/** Shows what no second attempt would change; throws everything else. */
function showIfFinal(error: unknown): void {
  if (!isRefusal(error, 'too_many_saved_views') && !isRefusal(error, 'invalid')) throw error
  toastError(error)
}

/** Reads stored views; anything else counts as none. */
export function parseViews(stored: string | null): StoredView[] {
  try {
    const read: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(read) ? read.filter(isView).map(({ name, params }) => ({ name, params })) : []
  } catch {
    return []
  }
}

function isView(value: unknown): value is StoredView {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('params' in value)) return false
  const { name, params } = value
  return (
    typeof name === 'string' &&
    typeof params === 'object' &&
    params !== null &&
    Object.values(params).every(text => typeof text === 'string')
  )
}
