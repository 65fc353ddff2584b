import { closedDayOrders } from '../../features/absences/absence-orders.ts'
import { AllTimeOff } from '../../features/absences/all-time-off.tsx'
import { ClosedDays } from '../../features/absences/closed-days.tsx'
import { AllBusyCalendars } from '../../features/busy-calendars/all-busy-calendars.tsx'
import { ViewSwitch } from '../../features/schedules/view-switch.tsx'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { sortParam } from '../../lib/sort-param.ts'
import { Page } from '../../ui/page.tsx'

const views = ['off', 'closed-days', 'calendars'] as const

/** Mentors' time off, places' closed days and mentors' own calendars. */
export default function AbsencesPage() {
  const [{ view, page, sort }, setParams] = useSearchParams<'absences'>()
  const shown = views.find(known => known === view) ?? 'off'
  return (
    <Page
      width="work"
      title={t('absences.title')}
      lead={t('absences.lead')}
      actions={
        <ViewSwitch
          label={t('absences.view')}
          value={shown}
          options={[
            { value: 'off', label: t('absences.timeOff') },
            { value: 'closed-days', label: t('absences.closedDays') },
            { value: 'calendars', label: t('busyCalendars.view') },
          ]}
          onChange={next => setParams({ view: next === 'off' ? undefined : next, sort: undefined, page: undefined })}
        />
      }
    >
      {shown === 'closed-days' && <ClosedDays page={Math.max(1, Number(page) || 1)} sort={sortParam(sort, closedDayOrders)} />}
      {shown === 'calendars' && <AllBusyCalendars />}
      {shown === 'off' && <AllTimeOff />}
    </Page>
  )
}
