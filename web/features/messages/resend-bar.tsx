import type { Message } from '#contract/messages.ts'
import { useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'

const ResendDialog = lazyPart(() => import('./resend-dialog.tsx'))

/** Whether the message did not arrive and can be sent again. One that arrived is sent again only by itself. */
export const canResend = ({ state, can }: Message): boolean => (state === 'failed' || state === 'unsendable') && can.resend === true

interface ResendBarProps {
  selection: RowSelection<Message>
  /** After the dialog has given the focus back to a button that is gone. */
  takeFocus: () => void
}

/** Sends the selected messages again. */
export function ResendBar({ selection, takeFocus }: ResendBarProps) {
  const [rows, setRows] = useState<readonly Message[]>()
  const { selected } = selection
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('messages.selectedLabel')} count={selected.length} onClear={selection.clear}>
          <Button small onClick={() => setRows(selected)}>
            {t('messages.resendSeveral', { count: selected.length })}
          </Button>
        </SelectionBar>
      )}
      {rows && (
        <ResendDialog
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
