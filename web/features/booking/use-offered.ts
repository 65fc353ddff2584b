import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api.ts'

/** The chosen kind of support, as long as it is not known to be offered no more (an old link). What is moved may be of any kind. */
export function useOffered(id: string | undefined, moving: boolean): string | undefined {
  const history = useQuery(queryOf('GET /api/previous-history'))
  const isGone = !moving && history.data !== undefined && !history.data.support_types.some(type => type.id === id && type.active)
  return isGone ? undefined : id
}
