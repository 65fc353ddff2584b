import type { DashboardList } from '#contract/dashboard.ts'
import type { Appointment } from '#contract/appointments.ts'
import { IconChecks } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useRef } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { type MessageId, t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { sortParam } from '../../lib/sort-param.ts'
import { can } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SortField } from '../../ui/sort-column.tsx'
import { SelectAll } from '../../ui/select-all.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { useRowFocus } from '../../ui/use-row-focus.ts'
import { useRowSelection } from '../../ui/use-row-selection.ts'
import { AnswerBar } from '../appointments/answer-bar.tsx'
import { canAnswer } from '../appointments/answers.ts'
import { AppointmentRows } from './appointment-rows.tsx'
import { daysWaited } from './days-waited.ts'
import styles from './overview.module.css'

/** The orders of the requests; the first without a parameter. */
export const requestOrders = ['starts', '-starts', 'created', '-created'] as const

/** The appointments behind a figure, in pages. */
export function FigureList({ list }: { list: DashboardList }) {
  const [params] = useSearchParams<'dashboardList'>()
  const page = Math.max(1, Number(params.page) || 1)
  const query = useQuery({
    ...queryOptionsOf('GET /api/dashboard/{list}', {
      params: { list },
      query: { page, ...(list === 'pending' && { sort: sortParam(params.sort, requestOrders) }) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return (
    <Loaded query={query} skeleton={<ListSkeleton rows={8} height="4rem" />}>
      {({ data, meta }) => <FoundAppointments list={list} appointments={data} meta={meta} busy={query.isPlaceholderData} />}
    </Loaded>
  )
}

interface FoundProps {
  list: DashboardList
  appointments: readonly Appointment[]
  meta: ComponentProps<typeof Pager>['meta']
  busy: boolean
}

/** Stays while its last rows go, so that the dialog of an action can say what became of them. */
function FoundAppointments({ list, appointments, meta, busy }: FoundProps) {
  const [params] = useSearchParams<'dashboardList'>()
  const sort = sortParam(params.sort, requestOrders)
  const place = useRef<HTMLDivElement>(null)
  const rowFocus = useRowFocus(place, appointments)
  const selection = useRowSelection(appointments, canAnswer)
  const answers = list === 'pending' && can('Appointment Edit')
  const selects = answers && appointments.some(canAnswer)
  return (
    <div ref={place} tabIndex={-1} className={styles.container} aria-busy={busy} {...rowFocus}>
      {meta.total === 0 ? (
        <EmptyState
          title={t(`figureList.${list}None`)}
          icon={<IconChecks size={26} stroke={1.6} aria-hidden="true" />}
          action={<ButtonLink to={paths.admin()}>{t('figureList.back')}</ButtonLink>}
        />
      ) : (
        <div className={styles.section}>
          <div className={styles.listHead}>
            {selects && <SelectAll rows={appointments} selection={selection} />}
            <p className="soft small tabular" role="status">
              {t('figureList.count', { count: meta.total })}
            </p>
            {list === 'pending' && (
              <div className={`${styles.listOrder} no-print`}>
                <SortField sort={sort} standard="starts" options={requestOrders.map(value => ({ value, label: t(orderLabels[value]) }))} />
              </div>
            )}
          </div>
          <AppointmentRows
            label={t(`figureList.${list}`)}
            appointments={appointments}
            days={list !== 'today'}
            {...(list === 'waited' && { note: formatWait })}
            selection={selects ? selection : null}
          />
          <Pager meta={meta} />
        </div>
      )}
      {answers && <AnswerBar selection={selection} />}
    </div>
  )
}

const orderLabels: Record<(typeof requestOrders)[number], MessageId> = {
  starts: 'answer.sort.starts',
  '-starts': 'answer.sort.startsLast',
  created: 'answer.sort.created',
  '-created': 'answer.sort.createdLast',
}

const formatWait = (appointment: Appointment): string => t('figureList.wait', { days: daysWaited(appointment) })
