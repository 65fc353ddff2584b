import { call } from '../../lib/api.ts'
import { can } from '../../lib/session.ts'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { toast } from '../../ui/toast.ts'

/** Undoes planning of sessions that no client has booked yet. */
const discard = (schedules: { id: string; revision: number }[]) =>
  call('POST /api/schedules/discard', { body: { schedules: schedules.map(({ id, revision }) => ({ id, revision })) } })

/** Confirms planning of sessions, with Undo for those who may change sessions. */
export function toastPlanned(text: string, schedules: { id: string; revision: number }[]): void {
  if (can('Schedule Edit')) toastWithUndo(text, () => discard(schedules))
  else toast(text, { type: 'success' })
}
