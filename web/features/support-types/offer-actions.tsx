import type { PageAddress } from '#contract/pages.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { queryClient } from '../../lib/query-client.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { toast, toastError } from '../../ui/toast.ts'

interface OfferActionsProps {
  name: string
  /** Path of the edit form. */
  edit: PageAddress
  active: boolean
  /** Text of the confirmation before retiring. */
  title: string
  consequences: readonly string[]
  onRetire: () => Promise<unknown>
  onReactivate: () => Promise<unknown>
}

/** Edit, retire (after asking) and restore, for support types and places. */
export function OfferActions({ name, edit, active, title, consequences, onRetire, onReactivate }: OfferActionsProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const act = async (change: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await change()
      toast(done, { type: 'success' })
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
          onClick={() => void act(onReactivate, t('offering.wasReactivated', { name }))}
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
          onConfirm={() => void act(onRetire, t('offering.wasRetired', { name }))}
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
