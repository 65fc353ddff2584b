import { useSyncExternalStore } from 'react'
import { getItem, removeItem, setItem } from '../../lib/storage.ts'

/** The filters of a list under a name, as parameters of its address. */
export interface SavedView {
  name: string
  params: Readonly<Record<string, string>>
}

/** Lists that keep views. */
export type ViewedList = 'absences' | 'contracts' | 'invitations' | 'places' | 'role-assign' | 'schedules' | 'users'

/** The most views of one list; the browser keeps no more. */
export const maxViews = 20
/** The most characters of a view's name. */
export const maxNameLength = 60

const listeners = new Set<() => void>()

/** Each person's own: several share a computer. */
const keyOf = (personId: string, list: ViewedList) => `views ${list} ${personId}`

/** Reads stored views; anything else counts as none. */
export function parseViews(stored: string | null): SavedView[] {
  try {
    const read: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(read) ? read.filter(isView).slice(0, maxViews) : []
  } catch {
    return []
  }
}

function isView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('params' in value)) return false
  const { name, params } = value
  return (
    typeof name === 'string' &&
    typeof params === 'object' &&
    params !== null &&
    Object.values(params).every(text => typeof text === 'string')
  )
}

/** With the view, in the order of names; it replaces one of the same name. */
export const withView = (views: readonly SavedView[], view: SavedView): SavedView[] =>
  [...views.filter(({ name }) => name !== view.name), view].toSorted((a, b) => a.name.localeCompare(b.name))

/** A person's views of a list on this device. */
export function useSavedViews(personId: string, list: ViewedList) {
  const key = keyOf(personId, list)
  const stored = useSyncExternalStore(subscribe, () => getItem(key))
  const store = (views: readonly SavedView[]) => {
    if (views.length > 0) setItem(key, JSON.stringify(views))
    else removeItem(key)
    listeners.forEach(listener => listener())
  }
  return { views: parseViews(stored), store }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
