import { BusyCalendarWarning } from '../../features/busy-calendars/busy-calendar-warning.tsx'
import { MyBusyCalendar } from '../../features/busy-calendars/my-busy-calendar.tsx'
import { CalendarFeeds } from '../../features/calendars/calendar-feeds.tsx'
import { SessionsAhead } from '../../features/mentor-area/sessions-ahead.tsx'
import { SessionsPast } from '../../features/mentor-area/sessions-past.tsx'
import { ViewSwitch } from '../../features/schedules/view-switch.tsx'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Page } from '../../ui/page.tsx'

/** A mentor's sessions: today's first, then upcoming and past ones. */
export default function MentorSchedulesPage() {
  const [{ view }, setParams] = useSearchParams<'mentor'>()
  const past = view === 'past'
  return (
    <Page
      title={t('mentorSchedules.title')}
      actions={
        <ViewSwitch
          label={t('mentorArea.view')}
          value={past ? 'past' : 'ahead'}
          options={[
            { value: 'ahead', label: t('mentorArea.viewAhead') },
            { value: 'past', label: t('mentorArea.viewPast') },
          ]}
          onChange={next => setParams({ view: next === 'past' ? 'past' : undefined, until: undefined })}
        />
      }
    >
      {past ? (
        <SessionsPast />
      ) : (
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
