import type { WaitingEntry } from '#contract/waiting-list.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { useSelectionDialog } from '../../ui/use-selection-dialog.ts'

const RemoveSeveralDialog = lazyPart(() => import('./remove-several-dialog.tsx'))

/** Removes the selected people from the waiting list. */
export function RemoveBar({ selection }: { selection: RowSelection<WaitingEntry> }) {
  const { opened, open, ends } = useSelectionDialog<WaitingEntry, readonly WaitingEntry[]>(selection)
  const { selected } = selection
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('waitingList.selectedLabel')} count={selected.length} onClear={selection.clear}>
          <Button small onClick={() => open(selected)}>
            {t('waitingList.removeSeveral', { count: selected.length })}
          </Button>
        </SelectionBar>
      )}
      {opened && <RemoveSeveralDialog rows={opened} {...ends} />}
    </>
  )
}
