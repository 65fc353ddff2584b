import type { Schedule } from '#contract/schedules.ts'
import { t } from '../../../lib/messages.ts'
import { RowCheckbox } from '../../../ui/row-checkbox.tsx'
import type { RowSelection } from '../../../ui/use-row-selection.ts'
import { formatScheduleName } from '../format-schedule.ts'

/** Selects one session; nothing where no bulk action applies. */
export const SelectRow = ({ schedule, selection }: { schedule: Schedule; selection: RowSelection<Schedule> }) =>
  selection.canSelect(schedule) ? (
    <RowCheckbox
      label={t('workingList.chooseOf', { name: formatScheduleName(schedule) })}
      checked={selection.ids.has(schedule.id)}
      onToggle={extend => selection.toggle(schedule.id, extend)}
    />
  ) : null

/** Selects all sessions of the page. */
export function SelectAll({ schedules, selection }: { schedules: readonly Schedule[]; selection: RowSelection<Schedule> }) {
  const open = schedules.filter(selection.canSelect)
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
