import type { FullContract } from '#contract/contracts.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { forgetContracts } from './forget-contracts.ts'

/** Throws the draft of the next version away, after asking. */
export function DiscardDraft({ contract, onDiscarded }: { contract: FullContract; onDiscarded: (saved: FullContract) => void }) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { id, revision, version, draft_version } = contract

  const discard = async () => {
    setBusy(true)
    try {
      const saved = await call('DELETE /api/legally-binding-contract/{id}/draft', { params: { id }, query: { revision } })
      setAsking(false)
      onDiscarded(saved)
      toast(t('contractForm.discarded'), { type: 'success' })
      await forgetContracts()
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
  }

  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        {t('contractForm.discard')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t('discard.title', { version: draft_version ?? version })}
          confirm={t('discard.confirm')}
          danger
          busy={busy}
          onConfirm={() => void discard()}
          onClose={() => setAsking(false)}
        >
          <p>{t('discard.text', { version })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
