import type { WaitingEntry } from '#contract/waiting-list.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toastError } from '../../ui/toast.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { seenOffer } from './seen-offer.ts'
import { waitingListQueries } from './waiting-list-queries.ts'

/** Declines an offer, which goes to the next client, after asking. */
export function DeclineButton({ id, offer }: { id: string; offer: NonNullable<WaitingEntry['offer']> }) {
  const [asking, setAsking] = useState(false)
  const decline = useApiMutation('POST /api/waiting-list/{id}/decline', {
    success: t('myWaiting.declined'),
    invalidates: waitingListQueries,
    onSuccess: () => setAsking(false),
    onError: error => {
      toastError(error)
      setAsking(false)
    },
  })
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('myWaiting.decline')}</Button>
      {asking && (
        <ConfirmDialog
          title={t('myWaiting.declineTitle')}
          confirm={t('myWaiting.decline')}
          busy={decline.isPending}
          onConfirm={() => decline.mutate({ params: { id }, body: { offer: seenOffer(offer) } })}
          onClose={() => setAsking(false)}
        >
          <p>{t('myWaiting.declineText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
