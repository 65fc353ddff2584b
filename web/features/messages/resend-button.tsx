import type { MessageText } from '#contract/messages.ts'
import { useState } from 'react'
import { call, freshKey } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { forgetMessages } from './forget-messages.ts'

/** Sends it once more; where that cannot be, why not stands beside it. */
export function ResendButton({ message: { id, can }, onSent }: { message: MessageText; onSent: (id: string) => void }) {
  const [key] = useState(freshKey)
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    try {
      const again = await call('POST /api/messages/{id}/resend', { params: { id }, idempotencyKey: key })
      toast(t('messages.resent'), { type: 'success' })
      onSent(again.id)
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
    await forgetMessages()
  }
  if (can.resend !== true) return <p className="soft small">{can.resend.message}</p>
  return (
    <Button busy={busy} onClick={() => void resend()}>
      {t('messages.resend')}
    </Button>
  )
}
