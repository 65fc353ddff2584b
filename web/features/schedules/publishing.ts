import type { Schedule } from '#contract/schedules.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { toast, toastError } from '../../ui/toast.ts'
import { forgetSchedules } from './forget-schedules.ts'

/** Opens a draft for booking; a refusal is said, and what is shown follows. */
export function usePublishing(onPublished?: (schedule: Schedule) => void) {
  const [busy, setBusy] = useState(false)
  const publish = async ({ id, revision }: Pick<Schedule, 'id' | 'revision'>) => {
    if (busy) return
    setBusy(true)
    try {
      onPublished?.(await call('POST /api/schedules/{id}/publish', { params: { id }, body: { revision } }))
      toast(t('schedules.published'), { type: 'success' })
    } catch (error) {
      toastError(error)
    } finally {
      setBusy(false)
      await forgetSchedules()
    }
  }
  return { busy, publish }
}
