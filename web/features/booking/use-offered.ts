import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'

/** The mentor in the link, with their support types; undefined while unknown. */
export function useChosenMentor(id: string | undefined) {
  const mentors = useQuery({ ...queryOptionsOf('GET /api/mentor-list'), enabled: id !== undefined })
  return id === undefined ? undefined : mentors.data?.data.find(mentor => mentor.id === id)
}

/** The chosen support type; undefined if it is no longer offered. An appointment being moved may have any type. */
export function useOfferedSupportType(id: string | undefined, moving: boolean): string | undefined {
  const history = useQuery(queryOptionsOf('GET /api/previous-history'))
  const isGone = !moving && history.data !== undefined && !history.data.support_types.some(type => type.id === id && type.active)
  return isGone ? undefined : id
}
