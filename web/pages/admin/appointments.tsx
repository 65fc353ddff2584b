import type { Schedule } from '#contract/schedules.ts'
import { IconPencil, IconPlus, IconUserOff } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PrintButton } from '../../features/appointments/question-sheet.tsx'
import { readFilters } from '../../features/working-list/list-filters.ts'
import { WorkingList } from '../../features/working-list/working-list.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { formatRangeThere } from '../../lib/time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** Interval in ms, to show other users' changes. */
const refetchIntervalMs = 20_000

/** "Group workshop, Wednesday 25 November, 18:00–19:30" */
const titleOf = ({ support_type, starts_at, ends_at, time_zone }: Schedule): string =>
  t('appointments.titleOf', {
    supportType: support_type.name,
    when: formatRangeThere(starts_at, ends_at, time_zone),
  })

/** One session: its clients, free seats, mentors and status. */
export default function AppointmentsPage() {
  const { scheduleId } = useParams({ from: '/admin/schedules/$scheduleId/appointments' })
  const [params] = useSearchParams<'scheduleAppointments'>()
  const { search, status } = readFilters(params)
  const all = { schedule_id: scheduleId }
  const query = useQuery({
    ...queryOptionsOf('GET /api/appointments', {
      query: { ...all, ...(search && { search }), ...(status && status !== 'free' && { status }) },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalMs,
  })
  // The same query without a filter; with one, what is printed has every client.
  const whole = useQuery({ ...queryOptionsOf('GET /api/appointments', { query: all }), refetchInterval: refetchIntervalMs })
  if (isRefusal(query.error, 'not_found') || isRefusal(query.error, 'invalid')) return <NotFoundPage />
  return (
    <Page
      width="work"
      title={query.data ? titleOf(query.data.schedule) : t('appointments.title')}
      lead={
        can('Schedule List') && (
          <span className="no-print">
            <Link to={paths.schedules()}>{t('workingList.toSchedules')}</Link>
          </span>
        )
      }
      actions={
        <>
          <PrintButton label={t('daySheet.print')} />
          {can('Schedule Edit') && can('Appointment Edit') && query.data?.schedule.availability !== 'past' && (
            <ButtonLink to={paths.reassign({ schedule_id: scheduleId })} icon={<IconUserOff size={20} aria-hidden="true" />}>
              {t('reassign.cannotCome')}
            </ButtonLink>
          )}
          {can('Schedule Edit') && (
            <ButtonLink to={paths.scheduleEdit(scheduleId)} icon={<IconPencil size={20} aria-hidden="true" />}>
              {t('workingList.editSchedule')}
            </ButtonLink>
          )}
          {can('Appointment Create') && (
            <ButtonLink to={paths.appointmentCreate(scheduleId)} kind="primary" icon={<IconPlus size={20} aria-hidden="true" />}>
              {t('appointmentCreate.title')}
            </ButtonLink>
          )}
        </>
      }
    >
      <Loaded query={query} skeleton={<ListSkeleton rows={8} height="3.75rem" />}>
        {day => <WorkingList day={day} whole={whole.data} busy={query.isPlaceholderData} />}
      </Loaded>
    </Page>
  )
}
