import type { PageAddress } from '#contract/pages.ts'
import { useLocation } from '@tanstack/react-router'
import { paths } from './paths.ts'
import { readReturnPath } from './return-path.ts'
import { useSession } from './session.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On the booking page: the path that a visitor opened and may see after logging in. */
    turnedAwayFrom?: string
  }
}

/**
 * The address of the login page that leads back to what a visitor opened, on the page to which guards.ts sent them;
 * undefined elsewhere, and with a login.
 */
export function useLoginBack(): PageAddress | undefined {
  const from = useLocation({ select: ({ state }) => state.turnedAwayFrom })
  const back = readReturnPath(from)
  return useSession() || !back ? undefined : paths.login({ back })
}
