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
