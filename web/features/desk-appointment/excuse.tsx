import type { Appointment } from '#contract/appointments.ts'
import { IconHeartHandshake } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { ReasonDialog } from '../appointments/reason-dialog.tsx'
import { invalidateAppointments } from '../appointments/set-status.ts'

/** Excuses a missed appointment, so that it does not limit the client's booking, or withdraws the excuse. */
export function Excuse({ appointment: { id, can, excused_at, revision, user } }: { appointment: Appointment }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (can.excuse !== true && !asking) return null
  const excuse = async (excused: boolean, reason?: string) => {
    setBusy(true)
    try {
      await call('POST /api/appointments/{id}/excuse', { params: { id }, body: { revision, excused, ...(reason && { reason }) } })
      toast(t(excused ? 'excuse.done' : 'excuse.takenBack', { name: user.name }), { type: 'success' })
      setAsking(false)
    } catch (error) {
      // The dialog, which lies above toasts, shows its own.
      if (excused) throw error
      toastError(error)
    } finally {
      setBusy(false)
      await invalidateAppointments()
    }
  }
  return (
    <>
      {excused_at ? (
        <Button small busy={busy} onClick={() => void excuse(false)}>
          {t('excuse.takeBack')}
        </Button>
      ) : (
        <Button small icon={<IconHeartHandshake size={18} aria-hidden="true" />} onClick={() => setAsking(true)}>
          {t('excuse.excuse')}
        </Button>
      )}
      {asking && (
        <ReasonDialog
          title={t('excuse.title')}
          text={t('excuse.text', { name: user.name })}
          confirm={t('excuse.excuse')}
          optional
          onClose={() => setAsking(false)}
          onConfirm={reason => excuse(true, reason)}
        />
      )}
    </>
  )
}
