import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { NewSchedule } from '#contract/schedules.ts'
import { call } from '../../lib/api.ts'

/**
 * The sessions that a new schedule would create, with their problems, after a pause in typing. Nothing is stored.
 */
export function usePreview(schedule: NewSchedule | null) {
  // Note, opening and status do not affect dates and clashes.
  const asked = schedule && JSON.stringify({ ...schedule, note: '', booking_opens_at: null, status: 'draft' })
  const [settled] = useDebouncedValue(asked, 350)
  const query = useQuery({
    queryKey: ['POST /api/schedules/preview', settled],
    queryFn: ({ signal }) => call('POST /api/schedules/preview', { body: JSON.parse(settled ?? '{}') as NewSchedule, signal }),
    enabled: settled !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
  const current = settled === asked && !query.isPlaceholderData
  return { ...query, preview: asked === null ? undefined : query.data, current }
}

/** What planning would do, date by date. */
export type Preview = NonNullable<ReturnType<typeof usePreview>['preview']>

/** One date with its times, problem and clashes. */
export type PreviewedSession = Preview['sessions'][number]

/** Whether a planned or copied session is prevented: by a problem of its date, or because its mentors have no time. */
export const isBlocked = ({ problem, clashes }: { problem: string | null; clashes: readonly unknown[] }): boolean =>
  problem !== null || clashes.length > 0

/** The dates that prevent planning until they are changed or left out. */
export const blockedDates = ({ sessions }: Preview) => sessions.filter(isBlocked)
