import type { Schedule } from '#contract/schedules.ts'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { t } from '../../../lib/messages.ts'
import { can } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import type { RowSelection } from '../../../ui/use-row-selection.ts'
import { useSelectionDialog } from '../../../ui/use-selection-dialog.ts'
import { type BulkAction, bulkActions } from './bulk-actions.ts'

const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'))

/** What can be done with the selected sessions together. */
export function BulkBar({ selection }: { selection: RowSelection<Schedule> }) {
  const { opened, open, ends } = useSelectionDialog<Schedule, { action: BulkAction; schedules: readonly Schedule[] }>(selection)
  const { selected } = selection
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('bulk.label')} count={selected.length} onClear={selection.clear}>
          {bulkActions.map(
            ({ action, ability, applies }) =>
              can(ability) &&
              selected.some(applies) && (
                <Button key={action} small onClick={() => open({ action, schedules: selected })}>
                  {t(`bulk.action.${action}`, { count: selected.filter(applies).length })}
                </Button>
              ),
          )}
        </SelectionBar>
      )}
      {opened && <BulkDialog {...opened} {...ends} />}
    </>
  )
}
