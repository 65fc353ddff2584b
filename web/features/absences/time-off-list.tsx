import type { TimeOff } from '#contract/absences.ts'
import { IconSun } from '@tabler/icons-react'
import { type ComponentProps, useRef } from 'react'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { Pager } from '../../ui/pager.tsx'
import rows from '../../ui/row-list.module.css'
import { SortField } from '../../ui/sort-column.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { useWide } from '../../ui/use-wide.ts'
import { timeOffOptions, type timeOffOrders } from './absence-orders.ts'
import { RemoveBar } from './remove-bar.tsx'
import { TimeOffRow } from './time-off-row.tsx'
import { TimeOffTable } from './time-off-table.tsx'

interface TimeOffListProps {
  entries: readonly TimeOff[]
  meta: ComponentProps<typeof Pager>['meta']
  sort: (typeof timeOffOrders)[number]
  busy: boolean
  filtered: boolean
}

/** Stays while its last rows go, so that the dialog of an action can say what became of them. */
export function TimeOffList({ entries, meta, sort, busy, filtered }: TimeOffListProps) {
  const wide = useWide(60)
  const place = useRef<HTMLDivElement>(null)
  const takeFocus = () => place.current?.focus()
  const selection = useRowSelection(entries, () => can('Schedule Edit'))
  const selects = can('Schedule Edit') ? selection : null
  return (
    <div ref={place} tabIndex={-1} className={rows.found} aria-busy={busy}>
      {meta.total === 0 && (
        <EmptyState title={t('timeOff.noneTitle')} icon={<IconSun size={26} stroke={1.6} aria-hidden="true" />}>
          <p>{t(filtered ? 'timeOff.noneFiltered' : 'timeOff.noneText')}</p>
        </EmptyState>
      )}
      {meta.total > 0 && wide && <TimeOffTable entries={entries} selection={selects} sort={sort} onRemoved={takeFocus} />}
      {meta.total > 0 && !wide && (
        <>
          <SortField sort={sort} standard="starts" options={timeOffOptions()} />
          <ul className={rows.list}>
            {entries.map(off => (
              <TimeOffRow key={off.id} off={off} named onRemoved={takeFocus} selection={selects} />
            ))}
          </ul>
        </>
      )}
      <Pager meta={meta} />
      <RemoveBar selection={selection} />
    </div>
  )
}
