import { t } from '../lib/messages.ts'
import { dismissToast, toast, toastError } from './toast.ts'

let last: number | undefined

/** Confirms a change, with Undo: of the newest change only, because an earlier one may be its ground. */
export function toastWithUndo(text: string, undo: () => Promise<unknown>): void {
  if (last !== undefined) dismissToast(last)
  const run = () => void undo().then(() => toast(t('planner.undone'), { type: 'success' }), toastError)
  last = toast(text, { type: 'success', action: { label: t('ui.undo'), run } })
}
