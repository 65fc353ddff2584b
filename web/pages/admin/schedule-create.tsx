import { useQuery } from '@tanstack/react-query'
import { ExtendForm } from '../../features/schedules/extend-form.tsx'
import { PlanForm } from '../../features/schedules/plan-form.tsx'
import { scheduleOfferQuery } from '../../features/schedules/schedule-offer.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'

/** A new session or series, with a preview of every date. */
export default function ScheduleCreatePage() {
  const [{ series }] = useSearchParams<'scheduleCreate'>()
  const query = useQuery(scheduleOfferQuery)
  return (
    <Page title={t(series ? 'scheduleExtend.title' : 'scheduleCreate.title')} lead={t('scheduleCreate.lead')}>
      <Loaded query={query} skeleton={<ListSkeleton rows={4} height="6rem" />}>
        {offer => (series ? <ExtendForm key={series} offer={offer} id={series} /> : <PlanForm offer={offer} />)}
      </Loaded>
    </Page>
  )
}
