import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { OpenTimeOffRequests } from '../../features/absences/open-requests.tsx'
import { OpenProposals } from '../../features/hours-proposals/open-proposals.tsx'
import { WeeklyHoursDialog } from '../../features/weekly-hours/weekly-hours-dialog.tsx'
import { WeeklyHoursList } from '../../features/weekly-hours/weekly-hours-list.tsx'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'

/** Mentors' weekly hours, with their proposals and time off requests to decide. */
export default function WeeklyHoursPage() {
  const [entering, setEntering] = useState(false)
  const list = useRef<HTMLElement>(null)
  return (
    <Page
      width="work"
      title={t('weeklyHours.title')}
      lead={t('weeklyHours.lead')}
      actions={
        can('Schedule Create') && (
          <Button kind="primary" icon={<IconPlus size={18} aria-hidden="true" />} onClick={() => setEntering(true)}>
            {t('weeklyHours.new')}
          </Button>
        )
      }
    >
      {can('Schedule Create') && <OpenProposals onDecidedLast={() => list.current?.focus()} />}
      {can('Schedule Edit') && <OpenTimeOffRequests onDecidedLast={() => list.current?.focus()} />}
      <WeeklyHoursList ref={list} />
      {entering && <WeeklyHoursDialog onClose={() => setEntering(false)} />}
    </Page>
  )
}
