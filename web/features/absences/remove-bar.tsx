import type { TimeOff } from '#contract/absences.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { useSelectionDialog } from '../../ui/use-selection-dialog.ts'

const RemoveDialog = lazyPart(() => import('./remove-several-dialog.tsx'))

/** Removes the selected absences. */
export function RemoveBar({ selection }: { selection: RowSelection<TimeOff> }) {
  const { opened, open, ends } = useSelectionDialog<TimeOff, readonly TimeOff[]>(selection)
  const { selected } = selection
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('timeOff.selected')} count={selected.length} onClear={selection.clear}>
          <Button small onClick={() => open(selected)}>
            {t('timeOff.removeSeveral', { count: selected.length })}
          </Button>
        </SelectionBar>
      )}
      {opened && <RemoveDialog rows={opened} {...ends} />}
    </>
  )
}
