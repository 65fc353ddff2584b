import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { dismissToast, toast, toastError } from '../../ui/toast.ts'

/** Undo needs more time than a message that is only read. */
const undoMs = 10_000

let last: number | undefined

/**
 * Confirms a change, with Undo for those who may: of the newest change only, because an earlier one may be its
 * ground.
 */
export function toastWithUndo(text: string, undo: () => Promise<unknown>): void {
  if (last !== undefined) dismissToast(last)
  const run = () => void undo().then(() => toast(t('planner.undone'), { type: 'success' }), toastError)
  last = toast(text, { type: 'success', durationMs: undoMs, ...(can('Schedule Edit') && { action: { label: t('ui.undo'), run } }) })
}

/** Undoes planning of sessions that no client has booked yet. */
export const discard = (schedules: { id: string; revision: number }[]) =>
  call('POST /api/schedules/discard', { body: { schedules: schedules.map(({ id, revision }) => ({ id, revision })) } })
