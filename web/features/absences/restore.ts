import type { ClosedDay, TimeOff } from '#contract/absences.ts'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { toastError, type ToastOptions } from '../../ui/toast.ts'

const undo = (restore: () => Promise<unknown>): Pick<ToastOptions, 'action'> => ({
  action: { label: t('ui.undo'), run: () => void restore().catch(toastError) },
})

/** Enters time off that was removed. */
export const enterAgain = ({ mentor, starts_at, ends_at, reason }: TimeOff) =>
  call('POST /api/time-off', { body: { mentor_id: mentor.id, starts_at, ends_at, reason: reason ?? '' } })

/** The toast's Undo after time off was removed. */
export const undoRemoval = (off: TimeOff) => undo(() => enterAgain(off))

/** The toast's Undo after a place was reopened. */
export const undoReopening = ({ place, date, reason }: ClosedDay) =>
  undo(() => call('POST /api/closed-days', { body: { place_id: place.id, date, reason } }))

/** Undoes entering time off. */
export const takeBackTimeOff = (id: string) => call('DELETE /api/time-off/{id}', { params: { id } })

/** Undoes closing a place. */
export const takeBackClosedDay = (id: string) => call('DELETE /api/closed-days/{id}', { params: { id } })
