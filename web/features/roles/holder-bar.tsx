import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { useSelectionDialog } from '../../ui/use-selection-dialog.ts'
import type { Holder } from './holder.ts'

const dialogs = {
  giveRole: lazyPart(() => import('../users/give-role-dialog.tsx')),
  takeRole: lazyPart(() => import('./take-role-dialog.tsx')),
}
const actions = ['giveRole', 'takeRole'] as const

/** What can be done with the selected people. */
export function HolderBar({ selection }: { selection: RowSelection<Holder> }) {
  const { opened, open, ends } = useSelectionDialog<Holder, { action: keyof typeof dialogs; rows: readonly Holder[] }>(selection)
  const { selected } = selection
  const Opened = opened && dialogs[opened.action]
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('userBatch.label')} count={selected.length} onClear={selection.clear}>
          {actions.map(action => (
            <Button key={action} small onClick={() => open({ action, rows: selected })}>
              {t(`userBatch.${action}`)}
            </Button>
          ))}
        </SelectionBar>
      )}
      {opened && Opened && <Opened rows={opened.rows} {...ends} />}
    </>
  )
}
