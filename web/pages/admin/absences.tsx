import { AllTimeOff } from '../../features/absences/all-time-off.tsx'
import { ClosedDays } from '../../features/absences/closed-days.tsx'
import { ViewSwitch } from '../../features/schedules/view-switch.tsx'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Page } from '../../ui/page.tsx'

export default function AbsencesPage() {
  const [{ view, page }, setParams] = useSearchParams()
  const closed = view === 'closed-days'
  return (
    <Page
      title={t('absences.title')}
      lead={t('absences.lead')}
      actions={
        <ViewSwitch
          label={t('absences.view')}
          value={closed ? 'closed' : 'off'}
          options={[
            { value: 'off', label: t('absences.timeOff') },
            { value: 'closed', label: t('absences.closedDays') },
          ]}
          onChange={next => setParams({ view: next === 'closed' ? 'closed-days' : undefined, page: undefined })}
        />
      }
    >
      {closed ? <ClosedDays page={Math.max(1, Number(page) || 1)} /> : <AllTimeOff />}
    </Page>
  )
}
