import type { Schedule } from '#contract/schedules.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { can } from '../../lib/session.ts'

interface Named {
  id: string
  name: string
}
interface FilterChoices {
  supportTypes: readonly Named[]
  places: readonly Named[]
  mentors: readonly Named[]
}

/**
 * The filter options. Planners may read all support types, places and mentors; for others they come from
 * the nearest hundred schedules.
 */
export function useFilterChoices({ enabled = true } = {}): FilterChoices {
  const plans = can('Schedule Create')
  const form = useQuery({ ...queryOptionsOf('GET /api/schedules/create'), enabled: enabled && plans }).data
  const listed = useQuery({ ...queryOptionsOf('GET /api/schedules', { query: { per_page: 100 } }), enabled: enabled && !plans }).data
  if (form) return { supportTypes: form.support_types, places: form.places, mentors: form.mentors }
  return choicesIn(listed?.data ?? [])
}

function choicesIn(schedules: readonly Schedule[]): FilterChoices {
  return {
    supportTypes: distinct(schedules.map(schedule => schedule.support_type)),
    places: distinct(schedules.map(schedule => schedule.place)),
    mentors: distinct(schedules.flatMap(schedule => schedule.mentors)),
  }
}

const distinct = (list: readonly Named[]): Named[] =>
  [...new Map(list.map(entry => [entry.id, entry])).values()].toSorted((a, b) => a.name.localeCompare(b.name))
