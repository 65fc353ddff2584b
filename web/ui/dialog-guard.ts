import { createContext } from 'react'

/** How a form keeps the dialog around it open while it has unsaved input. */
interface DialogGuard {
  /**
   * Adds what Escape, a click next to the dialog and its close button call first: it asks the user and answers true, or
   * answers false where nothing would be lost. Returns what removes it.
   */
  guardWith: (ask: () => boolean) => () => void
  close: () => void
}

/** The dialog around a form; null on a page. */
export const DialogGuardContext = createContext<DialogGuard | null>(null)
