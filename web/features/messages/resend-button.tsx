import type { MessageText } from '#contract/messages.ts'
import { useState } from 'react'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.ts'

/** Sends the message again, or shows why that is not possible. */
export function ResendButton({ message: { id, can }, onSent }: { message: MessageText; onSent: (id: string) => void }) {
  const [key] = useState(newIdempotencyKey)
  const [busy, setBusy] = useState(false)
  const resend = async () => {
    setBusy(true)
    try {
      const again = await call('POST /api/messages/{id}/resend', { params: { id }, idempotencyKey: key })
      toast(t('messages.resent'), { type: 'success' })
      onSent(again.id)
    } catch (error) {
      toastError(error)
      void queryClient.invalidateQueries()
    }
    setBusy(false)
  }
  if (can.resend !== true) return <p className="soft small">{can.resend.message}</p>
  return (
    <Button busy={busy} onClick={() => void resend()}>
      {t('messages.resend')}
    </Button>
  )
}
