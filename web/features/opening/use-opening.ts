import { useQuery } from '@tanstack/react-query'
import type { Opening } from '#contract/opening.ts'
import { queryOptionsOf } from '../../lib/api.ts'
import { can } from '../../lib/session.ts'

const pollMs = 5000

/** How far the organisation is with opening; undefined until it is read, and for those who may not set it up. */
export function useOpening(): Opening | undefined {
  return useQuery({
    ...queryOptionsOf('GET /api/opening'),
    enabled: can('Settings Edit'),
    staleTime: 0,
    // A message on its way completes its step by itself.
    refetchInterval: ({ state: { data } }) => (data && !data.hidden && data.steps.some(({ done }) => !done) ? pollMs : false),
  }).data
}
