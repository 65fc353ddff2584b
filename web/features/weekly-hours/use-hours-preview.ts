import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ChangeWeeklyHours, HoursChangePreview, HoursPreview, NewWeeklyHours } from '#contract/weekly-hours.ts'
import { call } from '../../lib/api.ts'
import { sentenceOf } from '../../lib/refusal.ts'

/** New hours, or the change of existing ones. */
export type HoursDraft = { hours: NewWeeklyHours } | { id: string; change: ChangeWeeklyHours }

/** What saving these hours would do, after a pause in typing; null: they are not complete. Nothing is stored. */
export function useHoursPreview(draft: HoursDraft | null) {
  const asked = draft && JSON.stringify(draft)
  const [settled] = useDebouncedValue(asked, 350)
  const query = useQuery({
    queryKey: ['POST /api/weekly-hours/preview', settled],
    queryFn: ({ signal }) => preview(JSON.parse(settled ?? '') as HoursDraft, signal),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
  const isCurrent = settled === asked && !query.isPlaceholderData && !query.isPending
  return {
    preview: asked === null ? undefined : query.data,
    problem: asked !== null && isCurrent && query.error ? sentenceOf(query.error) : undefined,
    isCurrent,
  }
}

const preview = (draft: HoursDraft, signal: AbortSignal): Promise<HoursPreview | HoursChangePreview> =>
  'hours' in draft
    ? call('POST /api/weekly-hours/preview', { body: draft.hours, signal })
    : call('POST /api/weekly-hours/{id}/preview', { params: { id: draft.id }, body: draft.change, signal })
