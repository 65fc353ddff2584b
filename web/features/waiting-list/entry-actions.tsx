import type { WaitingEntry } from '#contract/waiting-list.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import styles from './waiting-list.module.css'
import { RemoveDialog } from './remove-dialog.tsx'
import { ReorderDialog } from './reorder-dialog.tsx'

/** Staff actions on an open entry. */
export function EntryActions({ entry }: { entry: WaitingEntry }) {
  const [open, setOpen] = useState<'reorder' | 'remove'>()
  const { name } = entry.user
  if (entry.state !== 'waiting' && entry.state !== 'offered') return null
  return (
    <div className={`${styles.actions} no-print`}>
      <Button kind="plain" small aria-label={t('waitingList.reorderOf', { name })} onClick={() => setOpen('reorder')}>
        {t('waitingList.reorder')}
      </Button>
      <Button kind="plain" small aria-label={t('waitingList.removeOf', { name })} onClick={() => setOpen('remove')}>
        {t('waitingList.remove')}
      </Button>
      {open === 'reorder' && <ReorderDialog entry={entry} onClose={() => setOpen(undefined)} />}
      {open === 'remove' && <RemoveDialog entry={entry} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
