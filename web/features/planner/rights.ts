import type { PageAddress } from '#contract/pages.ts'
import type { PlannerSession } from '#contract/planner.ts'
import { createContext, use } from 'react'
import { can } from '../../lib/session.ts'
import { isOver } from './lookup.ts'

/** Whether this user can move and resize the session. */
export const canChange = (session: PlannerSession): boolean => can('Schedule Edit') && !isOver(session)

/** What can be done on a board. */
interface Rights {
  canCreate: () => boolean
  canChange: (session: PlannerSession) => boolean
  /** A session's own page; without it, a session opens its details on the board. */
  pageOf?: (session: PlannerSession) => PageAddress
}

/** Default: the planner, by the user's abilities. */
export const BoardRights = createContext<Rights>({ canCreate: () => can('Schedule Create'), canChange })
/** What the user can do on the board around this component. */
export const useBoardRights = (): Rights => use(BoardRights)
