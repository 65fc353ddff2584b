import { t } from '../lib/messages.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import type { RowSelection } from './use-row-selection.ts'

/** Selects all rows of the page; without rows that can be selected, only the name of the column. */
export function SelectAll<Row extends { id: string }>({ rows, selection }: { rows: readonly Row[]; selection: RowSelection<Row> }) {
  const open = rows.filter(selection.canSelect)
  const chosen = open.filter(({ id }) => selection.ids.has(id))
  if (open.length === 0) return <span className="visually-hidden">{t('workingList.choose')}</span>
  return (
    <RowCheckbox
      label={t('bulk.chooseAll')}
      checked={chosen.length === open.length}
      partly={chosen.length > 0 && chosen.length < open.length}
      onToggle={selection.toggleAll}
    />
  )
}
