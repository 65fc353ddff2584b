import type { Invitation } from '#contract/invitations.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { useSelectionDialog } from '../../ui/use-selection-dialog.ts'

const dialogs = {
  renew: lazyPart(() => import('./renew-several-dialog.tsx')),
  revoke: lazyPart(() => import('./revoke-several-dialog.tsx')),
}

interface InvitationBarProps {
  selection: RowSelection<Invitation>
  onPrint: (ids: readonly string[]) => void
}

/** What can be done with the selected invitations. */
export function InvitationBar({ selection, onPrint }: InvitationBarProps) {
  const { opened, open, ends } = useSelectionDialog<Invitation, { action: keyof typeof dialogs; rows: readonly Invitation[] }>(selection)
  const { selected } = selection
  const printed = selected.filter(({ channel }) => channel === 'print')
  const sent = selected.filter(({ channel }) => channel !== 'print')
  const Opened = opened && dialogs[opened.action]
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('invitations.selected')} count={selected.length} onClear={selection.clear}>
          {sent.length > 0 && (
            <Button small onClick={() => open({ action: 'renew', rows: selected })}>
              {t('invitations.renewSeveral', { count: sent.length })}
            </Button>
          )}
          {printed.length > 0 && (
            <Button small onClick={() => onPrint(printed.map(({ id }) => id))}>
              {t('invitations.printSeveral', { count: printed.length })}
            </Button>
          )}
          <Button small onClick={() => open({ action: 'revoke', rows: selected })}>
            {t('invitations.revokeSeveral', { count: selected.length })}
          </Button>
        </SelectionBar>
      )}
      {opened && Opened && <Opened rows={opened.rows} {...ends} />}
    </>
  )
}
