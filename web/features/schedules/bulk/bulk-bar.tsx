import type { Schedule } from '#contract/schedules.ts'
import { useState } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { t } from '../../../lib/messages.ts'
import { can } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import type { RowSelection } from '../../../ui/use-row-selection.ts'
import { type BulkAction, bulkActions } from './bulk-actions.ts'

const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'))

/** What can be done with the selected sessions together. */
export function BulkBar({ selection }: { selection: RowSelection<Schedule> }) {
  const [opened, setOpened] = useState<{ action: BulkAction; schedules: readonly Schedule[] }>()
  const { selected } = selection
  const done = () => {
    setOpened(undefined)
    selection.clear()
    // After the dialog has given the focus back to a button that is gone.
    setTimeout(() => document.getElementById('schedule-list')?.focus())
  }
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('bulk.label')} count={selected.length} onClear={selection.clear}>
          {bulkActions.map(
            ({ action, ability, applies }) =>
              can(ability) &&
              selected.some(applies) && (
                <Button key={action} small onClick={() => setOpened({ action, schedules: selected })}>
                  {t(`bulk.action.${action}`, { count: selected.filter(applies).length })}
                </Button>
              ),
          )}
        </SelectionBar>
      )}
      {opened && <BulkDialog {...opened} onClose={() => setOpened(undefined)} onDone={done} />}
    </>
  )
}
