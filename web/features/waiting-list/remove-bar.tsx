import type { WaitingEntry } from '#contract/waiting-list.ts'
import { useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'

const RemoveSeveralDialog = lazyPart(() => import('./remove-several-dialog.tsx'))

interface RemoveBarProps {
  selection: RowSelection<WaitingEntry>
  /** After the dialog has given the focus back to a button that is gone. */
  takeFocus: () => void
}

/** Removes the selected people from the waiting list. */
export function RemoveBar({ selection, takeFocus }: RemoveBarProps) {
  const [rows, setRows] = useState<readonly WaitingEntry[]>()
  const { selected } = selection
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('waitingList.selectedLabel')} count={selected.length} onClear={selection.clear}>
          <Button small onClick={() => setRows(selected)}>
            {t('waitingList.removeSeveral', { count: selected.length })}
          </Button>
        </SelectionBar>
      )}
      {rows && (
        <RemoveSeveralDialog
          rows={rows}
          onClose={() => setRows(undefined)}
          onDone={() => {
            setRows(undefined)
            selection.clear()
            setTimeout(takeFocus)
          }}
        />
      )}
    </>
  )
}
