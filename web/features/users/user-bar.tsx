import type { AbilityName } from '#contract/abilities.ts'
import type { ListedUser } from '#contract/users.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { useSelectionDialog } from '../../ui/use-selection-dialog.ts'

const dialogs = {
  giveRole: lazyPart(() => import('./give-role-dialog.tsx')),
  deactivate: lazyPart(() => import('./deactivate-several-dialog.tsx')),
}
const actions: readonly { action: keyof typeof dialogs; ability: AbilityName }[] = [
  { action: 'giveRole', ability: 'RoleAssign Edit' },
  { action: 'deactivate', ability: 'User Edit' },
]

/** What can be done with the selected people. Merging and erasing concern one person at a time. */
export function UserBar({ selection }: { selection: RowSelection<ListedUser> }) {
  const { opened, open, ends } = useSelectionDialog<ListedUser, { action: keyof typeof dialogs; rows: readonly ListedUser[] }>(selection)
  const { selected } = selection
  const Opened = opened && dialogs[opened.action]
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('userBatch.label')} count={selected.length} onClear={selection.clear}>
          {actions.map(
            ({ action, ability }) =>
              can(ability) && (
                <Button key={action} small onClick={() => open({ action, rows: selected })}>
                  {t(`userBatch.${action}`, { count: selected.length })}
                </Button>
              ),
          )}
        </SelectionBar>
      )}
      {opened && Opened && <Opened rows={opened.rows} {...ends} />}
    </>
  )
}
