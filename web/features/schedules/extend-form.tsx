import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { extendSeries } from './extend-series.ts'
import { PlanForm } from './plan-form.tsx'
import type { ScheduleOffer } from './schedule-offer.ts'

/** Plans more sessions of a series, after its last one. */
export function ExtendForm({ offer, id }: { offer: ScheduleOffer; id: string }) {
  const series = useQuery(queryOptionsOf('GET /api/schedules/{id}/series', { params: { id } }))
  const last = series.data?.sessions.at(-1)?.id ?? id
  const opened = useQuery({ ...queryOptionsOf('GET /api/schedules/{id}/edit', { params: { id: last } }), enabled: series.isSuccess })
  return (
    <Loaded query={series} skeleton={<ListSkeleton rows={4} height="6rem" />}>
      {({ sessions }) => (
        <Loaded query={opened} skeleton={<ListSkeleton rows={4} height="6rem" />}>
          {({ schedule }) => (
            <PlanForm
              offer={offer}
              extension={extendSeries(
                schedule,
                sessions.map(({ date }) => date),
              )}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}
