import type { WaitingEntry } from '#contract/waiting-list.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { forgetWaiting } from './forget-waiting.ts'

/** Lets an offer go to the next in line, after asking once. */
export function DeclineButton({ entry: { id } }: { entry: WaitingEntry }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const decline = async () => {
    setBusy(true)
    try {
      await call('POST /api/waiting-list/{id}/decline', { params: { id } })
      toast(t('myWaiting.declined'), { type: 'success' })
    } catch (error) {
      toast(sentenceOf(error), { type: 'error' })
    }
    setBusy(false)
    setAsking(false)
    await forgetWaiting()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('myWaiting.decline')}</Button>
      {asking && (
        <ConfirmDialog
          title={t('myWaiting.declineTitle')}
          confirm={t('myWaiting.decline')}
          busy={busy}
          onConfirm={() => void decline()}
          onClose={() => setAsking(false)}
        >
          <p>{t('myWaiting.declineText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
