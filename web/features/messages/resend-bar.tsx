import type { Message } from '#contract/messages.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { useSelectionDialog } from '../../ui/use-selection-dialog.ts'

const ResendDialog = lazyPart(() => import('./resend-dialog.tsx'))

/** Whether the message did not arrive and can be sent again. One that arrived is sent again only by itself. */
export const canResend = ({ state, can }: Message): boolean => (state === 'failed' || state === 'unsendable') && can.resend === true

/** Sends the selected messages again. */
export function ResendBar({ selection }: { selection: RowSelection<Message> }) {
  const { opened, open, ends } = useSelectionDialog<Message, readonly Message[]>(selection)
  const { selected } = selection
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('messages.selectedLabel')} count={selected.length} onClear={selection.clear}>
          <Button small onClick={() => open(selected)}>
            {t('messages.resendSeveral', { count: selected.length })}
          </Button>
        </SelectionBar>
      )}
      {opened && <ResendDialog rows={opened} {...ends} />}
    </>
  )
}
