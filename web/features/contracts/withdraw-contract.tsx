import type { FullContract } from '#contract/contracts.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

/** Withdraws the version in force after asking, or puts a withdrawn one in force again, each with Undo. */
export function WithdrawContract({ contract }: { contract: FullContract }) {
  const [asking, setAsking] = useState(false)
  const { id, revision, title, version, withdrawn_at } = contract
  const params = { id }
  const withdraw = useApiMutation('POST /api/legally-binding-contract/{id}/withdraw', {
    onSuccess: saved => {
      setAsking(false)
      toastWithUndo(t('withdrawContract.done', { title }), () =>
        call('POST /api/legally-binding-contract/{id}/reactivate', { params, body: { revision: saved.revision } }),
      )
    },
  })
  const reactivate = useApiMutation('POST /api/legally-binding-contract/{id}/reactivate', {
    onSuccess: saved =>
      toastWithUndo(t('contractForm.published', { version }), () =>
        call('POST /api/legally-binding-contract/{id}/withdraw', { params, body: { revision: saved.revision } }),
      ),
  })
  if (withdrawn_at !== null)
    return (
      <Button busy={reactivate.isPending} onClick={() => reactivate.mutate({ params, body: { revision } })}>
        {t('withdrawContract.again', { version })}
      </Button>
    )
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        {t('withdrawContract.open')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('withdrawContract.title', { title })}
          confirm={t('withdrawContract.open')}
          danger
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate({ params, body: { revision } })}
          onClose={() => setAsking(false)}
        >
          <p>{t('withdrawContract.text')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
