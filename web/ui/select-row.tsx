import { t } from '../lib/messages.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import type { RowSelection } from './use-row-selection.ts'

interface SelectRowProps<Row extends { id: string }> {
  row: Row
  name: string
  selection: RowSelection<Row>
}

/** Selects a row of a list; nothing where no action applies to it. */
export const SelectRow = <Row extends { id: string }>({ row, name, selection }: SelectRowProps<Row>) =>
  selection.canSelect(row) ? (
    <RowCheckbox
      label={t('workingList.chooseOf', { name })}
      checked={selection.ids.has(row.id)}
      onToggle={extend => selection.toggle(row.id, extend)}
    />
  ) : null
