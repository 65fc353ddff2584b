import { IconCalendarPlus } from '@tabler/icons-react'
import type { ResponseBody } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { DayCards } from './day-cards.tsx'
import { dayRows, nextClientId } from './day-rows.ts'
import { DaySheet } from './day-sheet.tsx'
import { DaySummary } from './day-summary.tsx'
import { DayTable } from './day-table.tsx'
import { FilterBar } from './filter-bar.tsx'
import { clearedFilters, isFiltered, readFilters } from './list-filters.ts'
import { canChangeTogether, SelectionBar } from './selection-bar.tsx'
import { SessionHead } from './session-head.tsx'
import styles from './working-list.module.css'
import { useWide } from '../../ui/use-wide.ts'

interface WorkingListProps {
  day: ResponseBody<'GET /api/appointments'>
  /**
   * The same without a filter, for the printed sheet: at the door, a client who is not on it has no appointment. Missing
   * while it is read.
   */
  whole: ResponseBody<'GET /api/appointments'> | undefined
  /** A newer response is loading. */
  busy: boolean
}

/** The working list of a session: clients, free seats and their actions. */
export function WorkingList({ day, whole, busy }: WorkingListProps) {
  const [params] = useSearchParams<'scheduleAppointments'>()
  const filters = readFilters(params)
  const wide = useWide(66)
  const now = useNow()
  const { schedule, mentors } = day
  const withMentor = <Item extends { mentor: { id: string } }>(list: readonly Item[]) =>
    list.filter(({ mentor }) => !filters.mentor || mentor.id === filters.mentor)
  const appointments = filters.status === 'free' ? [] : withMentor(day.data)
  // A search for clients hides free seats.
  const slots = filters.search || (filters.status && filters.status !== 'free') ? [] : withMentor(day.slots)
  const rows = dayRows(appointments, slots)
  const selection = useRowSelection(
    rows.flatMap(row => (row.kind === 'appointment' ? row.appointment : [])),
    canChangeTogether,
  )
  const next = nextClientId(day.data, now)
  return (
    <>
      <div className="no-print">
        <SessionHead schedule={schedule}>
          <DaySummary day={day} narrowed={isFiltered(filters)} />
        </SessionHead>
      </div>
      <FilterBar mentors={mentors} />
      <div id="working-list" tabIndex={-1} className={styles.list} aria-busy={busy}>
        {rows.length === 0 ? (
          <Nothing day={day} narrowed={isFiltered(filters)} />
        ) : wide ? (
          <DayTable rows={rows} zone={schedule.time_zone} next={next} selection={can('Appointment Edit') ? selection : null} />
        ) : (
          <DayCards rows={rows} zone={schedule.time_zone} next={next} />
        )}
        <SelectionBar appointments={appointments} selection={selection} />
      </div>
      {whole && <DaySheet day={whole} now={now} />}
    </>
  )
}

function Nothing({ day: { schedule }, narrowed }: { day: ResponseBody<'GET /api/appointments'>; narrowed: boolean }) {
  const [, setParams] = useSearchParams<'scheduleAppointments'>()
  const icon = <IconCalendarPlus size={26} stroke={1.6} aria-hidden="true" />
  if (narrowed) {
    return (
      <EmptyState
        title={t('workingList.noneFoundTitle')}
        icon={icon}
        action={<Button onClick={() => setParams(clearedFilters)}>{t('workingList.showAll')}</Button>}
      >
        <p>{t('workingList.noneFoundText')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('workingList.noneTitle')}
      icon={icon}
      action={can('Schedule List') && <ButtonLink to={paths.schedules()}>{t('workingList.toSchedules')}</ButtonLink>}
    >
      <p>{t(schedule.status === 'draft' ? 'workingList.noneDraft' : 'workingList.noneText')}</p>
    </EmptyState>
  )
}
