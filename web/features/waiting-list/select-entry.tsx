import type { WaitingEntry } from '#contract/waiting-list.ts'
import { isOpenEntry } from '#domain/waiting/entry-state.ts'
import type { RowSelection } from '../../ui/use-row-selection.ts'

/** What the table and the cards of the waiting list have in common. */
export interface WaitingRowsProps {
  entries: readonly WaitingEntry[]
  /** Null where no action applies to several. */
  selection: RowSelection<WaitingEntry> | null
}

/** Whether the entry can be removed from the list. */
export const canRemove = ({ state }: WaitingEntry): boolean => isOpenEntry(state)
