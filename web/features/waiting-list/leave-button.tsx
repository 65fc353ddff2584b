import type { WaitingEntry } from '#contract/waiting-list.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toastError } from '../../ui/toast.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { waitingListQueries } from './waiting-list-queries.ts'

/** Leaves the waiting list, after asking. */
export function LeaveButton({ entry: { id } }: { entry: WaitingEntry }) {
  const [asking, setAsking] = useState(false)
  const leave = useApiMutation('DELETE /api/waiting-list/{id}', {
    success: t('myWaiting.left'),
    invalidates: waitingListQueries,
    onSuccess: () => setAsking(false),
    onError: error => {
      if (!isRefusal(error, 'waiting_ended')) toastError(error)
      setAsking(false)
    },
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('myWaiting.leave')}</Button>
      {asking && (
        <ConfirmDialog
          title={t('myWaiting.leaveTitle')}
          confirm={t('myWaiting.leave')}
          dismiss={t('myWaiting.keep')}
          danger
          busy={leave.isPending}
          onConfirm={() => leave.mutate({ params: { id } })}
          onClose={() => setAsking(false)}
        >
          <p>{t('myWaiting.leaveText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
