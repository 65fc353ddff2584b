import { PlannerView } from '../../features/planner/planner-view.tsx'
import { t } from '../../lib/messages.ts'
import { Page } from '../../ui/page.tsx'

/** The sessions of a week by place or mentor, moved by pointer or keyboard. */
export default function PlannerPage() {
  return (
    <Page width="work" title={t('planner.title')}>
      <PlannerView />
    </Page>
  )
}
