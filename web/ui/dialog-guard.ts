import { createContext, useRef, useState } from 'react'

/** How a form keeps the dialog or part of the page around it open while it has unsaved input. */
interface DialogGuard {
  /**
   * Adds what is called first where the dialog would close (Escape, a click next to it, its close button) or the part be
   * replaced: it asks the user and answers true, or answers false where nothing would be lost. Returns what removes it.
   */
  guardWith: (ask: () => boolean) => () => void
  close: () => void
}

/** The dialog or guarded part around a form; null on a page. */
export const DialogGuardContext = createContext<DialogGuard | null>(null)

/**
 * What guards the forms in a dialog or a part of a page. `leave` does what drops them, after the user has agreed to
 * lose unsaved input; give `guard` to `DialogGuardContext`.
 */
export function useFormGuard(): { guard: DialogGuard; leave: (action: () => void) => void } {
  const [asks] = useState(() => new Set<() => boolean>())
  const agreed = useRef(() => {})
  const guard = {
    guardWith: (ask: () => boolean) => {
      asks.add(ask)
      return () => void asks.delete(ask)
    },
    close: () => agreed.current(),
  }
  const leave = (action: () => void) => {
    agreed.current = action
    if (![...asks].some(ask => ask())) action()
  }
  return { guard, leave }
}
