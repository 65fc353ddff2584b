import type { PageAddress } from '#contract/pages.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toastWithUndo } from '../../ui/toast-with-undo.ts'
import { toastError } from '../../ui/toast.ts'

/** Writes on top of this revision, or without one on the shown. */
type Change = (revision?: number) => Promise<{ revision: number }>

interface OfferActionsProps {
  name: string
  /** Path of the edit form. */
  edit: PageAddress
  active: boolean
  /** Text of the confirmation before retiring. */
  title: string
  consequences: readonly string[]
  onRetire: Change
  onReactivate: Change
}

/** Edit, retire (after asking) and restore, each with Undo, for support types and places. */
export function OfferActions({ name, edit, active, title, consequences, onRetire, onReactivate }: OfferActionsProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const act = async (change: Change, back: Change, done: string) => {
    setBusy(true)
    try {
      const { revision } = await change()
      toastWithUndo(done, () => back(revision))
    } catch (error) {
      toastError(error)
      void queryClient.invalidateQueries()
    }
    setAsking(false)
    setBusy(false)
  }
  return (
    <>
      <ButtonLink small to={edit} label={t('offering.editOf', { name })}>
        {t('offering.edit')}
      </ButtonLink>
      {active ? (
        <Button small kind="plain" aria-label={t('offering.retireOf', { name })} onClick={() => setAsking(true)}>
          {t('offering.retire')}
        </Button>
      ) : (
        <Button
          small
          kind="plain"
          busy={busy}
          aria-label={t('offering.reactivateOf', { name })}
          onClick={() => void act(onReactivate, onRetire, t('offering.wasReactivated', { name }))}
        >
          {t('offering.reactivate')}
        </Button>
      )}
      {asking && (
        <ConfirmDialog
          title={title}
          confirm={t('offering.retire')}
          dismiss={t('offering.keep')}
          danger
          busy={busy}
          onConfirm={() => void act(onRetire, onReactivate, t('offering.wasRetired', { name }))}
          onClose={() => setAsking(false)}
        >
          {consequences.map(text => (
            <p key={text}>{text}</p>
          ))}
        </ConfirmDialog>
      )}
    </>
  )
}
