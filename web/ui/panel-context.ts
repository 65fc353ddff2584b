import { createContext, use } from 'react'

interface Panel {
  /** Whether the heading of the page that has just opened takes the focus. */
  takesFocus: () => boolean
}

/** Set for a page that is shown next to another one. */
export const PanelContext = createContext<Panel | null>(null)

/**
 * The panel that this is shown in, narrower than the window and not the document's own page; null on a page of its
 * own.
 */
export const usePanel = (): Panel | null => use(PanelContext)
