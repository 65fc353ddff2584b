import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api.ts'

/** The mentor a link brought, with what they help with; undefined while unknown. */
export function useChosenMentor(id: string | undefined) {
  const mentors = useQuery({ ...queryOf('GET /api/mentor-list'), enabled: id !== undefined })
  return id === undefined ? undefined : mentors.data?.data.find(mentor => mentor.id === id)
}
