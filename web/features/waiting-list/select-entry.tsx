import type { WaitingEntry } from '#contract/waiting-list.ts'
import { t } from '../../lib/messages.ts'
import { RowCheckbox } from '../../ui/row-checkbox.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'

export interface WaitingRowsProps {
  entries: readonly WaitingEntry[]
  /** Null where no action applies to several. */
  selection: RowSelection<WaitingEntry> | null
}

/** Whether the entry can be removed from the list. */
export const canRemove = ({ state }: WaitingEntry): boolean => state === 'waiting' || state === 'offered'

/** Selects an entry; nothing for one that has ended. */
export const SelectEntry = ({ entry, selection }: { entry: WaitingEntry; selection: RowSelection<WaitingEntry> }) =>
  selection.canSelect(entry) ? (
    <RowCheckbox
      label={t('workingList.chooseOf', { name: entry.user.name })}
      checked={selection.ids.has(entry.id)}
      onToggle={extend => selection.toggle(entry.id, extend)}
    />
  ) : null
