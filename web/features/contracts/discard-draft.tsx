import type { FullContract } from '#contract/contracts.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'

/** Discards the draft of the next version, or a contract that was never published, after asking. */
export function DiscardDraft({ contract, onDiscarded }: { contract: FullContract; onDiscarded: (saved: FullContract) => void }) {
  const [asking, setAsking] = useState(false)
  const { id, revision, version, draft_version, published_at } = contract
  const isOnly = published_at === null

  const discard = useApiMutation('DELETE /api/legally-binding-contract/{id}/draft', {
    success: t(isOnly ? 'contractForm.deleted' : 'contractForm.discarded'),
    // The page leaves a contract that is gone.
    invalidates: isOnly
      ? ['GET /api/legally-binding-contract']
      : ['GET /api/legally-binding-contract', 'GET /api/legally-binding-contract/{id}', 'GET /api/legally-binding-contract/{id}/edit'],
    onSuccess: saved => {
      setAsking(false)
      onDiscarded(saved)
    },
  })

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
          busy={discard.isPending}
          onConfirm={() => discard.mutate({ params: { id }, query: { revision } })}
          onClose={() => setAsking(false)}
        >
          <p>{isOnly ? t('discard.only') : t('discard.text', { version })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
