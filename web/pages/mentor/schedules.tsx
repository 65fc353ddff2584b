import { Suspense } from 'react'
import { BusyCalendarWarning } from '../../features/busy-calendars/busy-calendar-warning.tsx'
import { MyBusyCalendar } from '../../features/busy-calendars/my-busy-calendar.tsx'
import { CalendarFeeds } from '../../features/calendars/calendar-feeds.tsx'
import { SessionsAhead } from '../../features/mentor-area/sessions-ahead.tsx'
import { SessionsPast } from '../../features/mentor-area/sessions-past.tsx'
import { ViewSwitch } from '../../features/schedules/view-switch.tsx'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'

const OwnWeek = lazyPart(() => import('../../features/planner/own-week.tsx'))

/** A mentor's sessions: the day and what is ahead, a week's calendar, or past ones. */
export default function MentorSchedulesPage() {
  const [{ view }, setParams] = useSearchParams<'mentor'>()
  const shown = view === 'past' || view === 'week' ? view : 'ahead'
  return (
    <Page
      width={shown === 'past' ? 'full' : 'work'}
      title={t('mentorSchedules.title')}
      actions={
        <ViewSwitch
          label={t('mentorArea.view')}
          value={shown}
          options={[
            { value: 'ahead', label: t('mentorArea.viewAhead') },
            { value: 'week', label: t('planner.view.week') },
            { value: 'past', label: t('mentorArea.viewPast') },
          ]}
          onChange={next => setParams({ view: next === 'ahead' ? undefined : next, until: undefined, date: undefined })}
        />
      }
    >
      {shown === 'past' && <SessionsPast />}
      {shown === 'week' && (
        <Suspense fallback={<ListSkeleton rows={8} height="3.75rem" />}>
          <OwnWeek />
        </Suspense>
      )}
      {shown === 'ahead' && (
        <>
          <BusyCalendarWarning />
          <SessionsAhead />
          <MyBusyCalendar />
          <CalendarFeeds of={{ kind: 'mentor' }} />
        </>
      )}
    </Page>
  )
}
