import type { ScheduleChange } from '#contract/schedules.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'

/** What stands in the way of a change, after a pause in typing; null: it is not complete. Nothing is stored. */
export function useChangePreview(id: string, change: ScheduleChange | null) {
  const asked = change && JSON.stringify(change)
  const [settled] = useDebouncedValue(asked, 250)
  const query = useQuery({
    queryKey: ['POST /api/schedules/{id}/preview', id, settled],
    queryFn: ({ signal }) =>
      call('POST /api/schedules/{id}/preview', { params: { id }, body: JSON.parse(settled ?? '{}') as ScheduleChange, signal }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: 5000,
  })
  return { ...query, current: settled === asked && !query.isPlaceholderData }
}

/** The query of the preview; `current`: it is of what the form holds now. */
export type PreviewOfChange = ReturnType<typeof useChangePreview>
