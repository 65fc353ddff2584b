import type { WaitingEntry } from '#contract/waiting-list.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { isRefusal, sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { forgetWaiting } from './forget-waiting.ts'

/** Leaves the waiting list, after asking once. */
export function LeaveButton({ entry: { id } }: { entry: WaitingEntry }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await call('DELETE /api/waiting-list/{id}', { params: { id } })
      toast(t('myWaiting.left'), { type: 'success' })
    } catch (error) {
      if (!isRefusal(error, 'waiting_ended')) toast(sentenceOf(error), { type: 'error' })
    }
    setBusy(false)
    setAsking(false)
    await forgetWaiting()
  }
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        {t('myWaiting.leave')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('myWaiting.leaveTitle')}
          confirm={t('myWaiting.leave')}
          dismiss={t('myWaiting.keep')}
          danger
          busy={busy}
          onConfirm={() => void leave()}
          onClose={() => setAsking(false)}
        >
          <p>{t('myWaiting.leaveText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
