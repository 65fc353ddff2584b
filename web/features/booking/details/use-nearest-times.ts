import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../../lib/api.ts'
import { type Choice, formatTimeParam } from '../choice.ts'
import { findNearestTimes, maxNearest } from '../find-nearest-times.ts'
import type { Chosen } from '../use-chosen.ts'
import { type Alternative, alternativeOf } from './nearest-times.tsx'

const nearestName = 'GET /api/nearest-times' as const
const staffNearestName = 'GET /api/appointments/nearest-times'

/**
 * The free times nearest to the chosen one, which was taken: those of the day with the same filters first, then of all
 * days. `isLost`: whether they are needed.
 */
export function useNearestTimes(choice: Choice, { times }: Chosen, isLost = true): { nearest: Alternative[]; isPending: boolean } {
  const { schedule, time, language } = choice
  const ofDay = findNearestTimes(times, time ?? '').map(alternativeOf)
  const asks = isLost && ofDay.length < maxNearest && schedule !== undefined && time !== undefined
  const others = useQuery({
    ...queryOptionsOf((choice.staff ? staffNearestName : nearestName) as typeof nearestName, {
      query: { schedule_id: schedule ?? '', starts_at: time ? new Date(time).toISOString() : '', language },
    }),
    enabled: asks,
    staleTime: 0,
  })
  return { nearest: asks ? fillNearest(ofDay, others.data?.nearest ?? []) : ofDay, isPending: asks && others.isPending }
}

/** The times of the day, and as many of the others as there is room for, by start. */
export function fillNearest(ofDay: readonly Alternative[], others: readonly Alternative[]): Alternative[] {
  const keyOf = ({ schedule_id, starts_at }: Alternative) => `${schedule_id} ${formatTimeParam(starts_at)}`
  const known = new Set(ofDay.map(keyOf))
  return [...ofDay, ...others.filter(other => !known.has(keyOf(other)))]
    .slice(0, maxNearest)
    .toSorted((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
}
