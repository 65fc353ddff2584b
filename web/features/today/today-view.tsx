import type { Day } from '#contract/day.ts'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendarOff } from '@tabler/icons-react'
import { useMemo } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { AttentionLists } from './attention-lists.tsx'
import { DayAround } from './day-around.tsx'
import { DayGrid } from './day-grid.tsx'
import { DayList } from './day-list.tsx'
import { DayTools } from './day-tools.tsx'
import { columnIdOf, columnsOf, entriesOf, layoutRows, type DayBy } from './layout-day.ts'
import { MoveArea } from './move-area.tsx'
import { PrintedDay } from './printed-day.tsx'
import styles from './today.module.css'
import { useEntryKeys } from './use-entry-keys.ts'

/** Today across all sessions. The address holds the kind of columns and the only one shown. */
export function TodayView({ day }: { day: Day }) {
  const [{ by: wantedBy, of }] = useSearchParams<'today'>()
  const wide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  const by: DayBy = wantedBy === 'place' ? 'place' : 'mentor'
  const now = useNow()
  const all = useMemo(() => entriesOf(day), [day])
  const allColumns = useMemo(() => columnsOf(all, by), [all, by])
  const only = allColumns.some(({ id }) => id === of) ? of : undefined
  const entries = useMemo(() => (only ? all.filter(entry => columnIdOf(entry, by) === only) : all), [all, by, only])
  const columns = only ? allColumns.filter(({ id }) => id === only) : allColumns
  const appointments = entries.flatMap(entry => (entry.kind === 'appointment' ? [entry.appointment] : []))
  const rows = layoutRows(entries, columns, by, day.time_zone)
  const place = useEntryKeys()
  return (
    <div ref={place} className={styles.today}>
      <div className={`${styles.top} no-print`}>
        <AttentionLists appointments={appointments} now={now} />
        {all.length > 0 && <DayTools by={by} columns={allColumns} only={only} />}
      </div>
      <DayAround date={day.date} />
      {day.total > day.appointments.length && (
        <Notice>
          <p>{t('today.firstOnly', { shown: day.appointments.length, total: day.total })}</p>
        </Notice>
      )}
      {all.length === 0 ? (
        <Nothing />
      ) : (
        <MoveArea day={day} entries={entries} columns={wide ? columns : undefined} by={by}>
          {wide ? (
            <DayGrid columns={columns} rows={rows} by={by} zone={day.time_zone} now={now} />
          ) : (
            <DayList entries={entries} zone={day.time_zone} now={now} />
          )}
        </MoveArea>
      )}
      <PrintedDay day={{ ...day, appointments }} only={only && columns[0]?.name} now={now} />
    </div>
  )
}

const Nothing = () => (
  <EmptyState
    title={t('today.none')}
    icon={<IconCalendarOff size={26} stroke={1.6} aria-hidden="true" />}
    action={can('Schedule List') && <ButtonLink to={paths.planner()}>{t('today.toWeek')}</ButtonLink>}
  >
    <p>{t('today.noneText')}</p>
  </EmptyState>
)
