import { useSyncExternalStore } from 'react'
import type { ResponseBody } from '../../lib/api.ts'
import { session } from '../../lib/session.ts'
import { getTabItem, removeTabItem, setTabItem } from '../../lib/tab-storage.ts'
import type { ReassigningSubject } from './subject.ts'

/** What was confirmed about a subject, under its title at that time. */
export interface KeptResult {
  title: string
  answer: ResponseBody<'POST /api/reassigning'>
}

// The answer alone says who must be phoned: no call reads it again. This tab keeps it until the login ends.

const itemOf = (of: ReassigningSubject) => `reassigned.${JSON.stringify(of)}`
const owner = () => session()?.user.id ?? null
const listeners = new Set<() => void>()
let changes = 0

/** The results about a subject that this tab keeps, newest first; they survive a reload. */
export const readResults = (of: ReassigningSubject): KeptResult[] => getTabItem<KeptResult[]>(itemOf(of), owner()) ?? []

/** Keeps a result above the subject's earlier ones, whose clients may still have to be phoned. */
export const keepResult = (of: ReassigningSubject, result: KeptResult): void => store(of, [result, ...readResults(of)])

/** Removes the result that was undone. */
export const removeResult = (of: ReassigningSubject, undo: string): void =>
  store(
    of,
    readResults(of).filter(({ answer }) => answer.undo !== undo),
  )

/** `readResults`, kept up to date; none without a subject. */
export function useResults(of: ReassigningSubject | null): KeptResult[] {
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => changes,
  )
  return of ? readResults(of) : []
}

function store(of: ReassigningSubject, results: KeptResult[]): void {
  if (results.length === 0) removeTabItem(itemOf(of))
  else setTabItem(itemOf(of), owner(), results)
  changes += 1
  listeners.forEach(listener => listener())
}
