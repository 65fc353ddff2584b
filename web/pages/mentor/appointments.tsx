import { useDebouncedValue } from '@mantine/hooks'
import { IconPrinter } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PrintButton } from '../../features/appointments/question-sheet.tsx'
import { FindByPhone } from '../../features/mentor-area/find-by-phone.tsx'
import { PrintSheets } from '../../features/mentor-area/print-sheets.tsx'
import { Session, type OpenedSession } from '../../features/mentor-area/session.tsx'
import { refetchIntervalMs } from '../../features/mentor-area/my-day.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { countDigits } from '../../lib/phone.ts'
import { paths } from '../../lib/paths.ts'
import { isRefusal } from '../../lib/refusal.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { formatDay } from '../../lib/time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import NotFoundPage from '../not-found.tsx'

/** From this number of clients on, the page offers a search by phone. */
const minClientsForSearch = 6

/** The clients of one of the mentor's sessions; with `print` in the query, their question sheets. */
export default function MentorAppointmentsPage() {
  const { scheduleId } = useParams({ from: '/mentor/appointment/$scheduleId' })
  const [{ phone: typed = '', print }] = useSearchParams<'mentorAppointments'>()
  const [phone] = useDebouncedValue(countDigits(typed) >= 3 ? typed : undefined, 250)
  const query = useQuery({
    ...queryOptionsOf('GET /api/mentor-appointments', { query: { schedule_id: scheduleId, phone } }),
    refetchInterval: refetchIntervalMs,
    placeholderData: keepPreviousData,
  })
  if (isRefusal(query.error, 'not_found') || isRefusal(query.error, 'invalid')) return <NotFoundPage />
  if (print && query.data) return <Sheets opened={query.data} wanted={print} />
  const { counts } = query.data?.schedule ?? {}
  const taken = counts ? counts.seats - counts.free : 0
  return (
    <Page
      title={query.data ? formatDay(query.data.schedule.starts_at, query.data.schedule.time_zone) : t('mentorAppointments.title')}
      lead={
        <Link className="no-print" to={paths.mentor()}>
          {t('mentorSession.back')}
        </Link>
      }
      actions={
        taken > 0 && (
          <ButtonLink to={paths.mentorAppointments(scheduleId, { print: 'all' })} icon={<IconPrinter size={20} aria-hidden="true" />}>
            {t('mentorSession.printAll')}
          </ButtonLink>
        )
      }
    >
      {(taken >= minClientsForSearch || typed) && <FindByPhone />}
      <Loaded query={query} skeleton={<ListSkeleton rows={3} height="12rem" />}>
        {opened => <Session opened={opened} now={query.dataUpdatedAt} searched={phone !== undefined} />}
      </Loaded>
    </Page>
  )
}

function Sheets({ opened: { schedule, data }, wanted }: { opened: OpenedSession; wanted: string }) {
  return (
    <Page
      title={t('questionPrint.title')}
      lead={
        <span className="no-print">
          <Link to={paths.mentorAppointments(schedule.id)}>{t('printSheets.back')}</Link>
        </span>
      }
      actions={<PrintButton primary />}
    >
      <PrintSheets appointments={wanted === 'all' ? data : data.filter(({ id }) => id === wanted)} />
    </Page>
  )
}
