import type { Message } from '#contract/messages.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { forgetMessages } from './forget-messages.ts'

/** Notes that somebody who was phoned knows; the toast takes it back. */
export function KnowButton({ message: { id }, name }: { message: Pick<Message, 'id'>; name: string }) {
  const [busy, setBusy] = useState(false)
  const note = async (told: boolean) => {
    setBusy(true)
    try {
      await call('POST /api/messages/{id}/told', { params: { id }, body: { told } })
      if (told)
        toast(t('messages.phone.noted', { name }), {
          type: 'success',
          durationMs: 8000,
          action: { label: t('messages.phone.undo'), run: () => void note(false) },
        })
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
    await forgetMessages()
  }
  return (
    <Button small busy={busy} aria-label={t('messages.phone.knowOf', { name })} onClick={() => void note(true)}>
      {t('messages.phone.know')}
    </Button>
  )
}
