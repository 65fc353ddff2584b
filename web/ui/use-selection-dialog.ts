import { startTransition, useState } from 'react'
import type { RowSelection } from './use-row-selection.ts'

/** The dialog that a selection bar opens. Once it is done, nothing is selected, and the list that the bar is in takes the focus. */
export function useSelectionDialog<Row, Opened>(selection: RowSelection<Row>) {
  const [opened, setOpened] = useState<Opened>()
  const onClose = () => setOpened(undefined)
  const onDone = () => {
    onClose()
    selection.clear()
  }
  // The page stays as it is until the dialog's file has come.
  const open = (next: Opened) => startTransition(() => setOpened(() => next))
  return { opened, open, ends: { onClose, onDone } }
}
