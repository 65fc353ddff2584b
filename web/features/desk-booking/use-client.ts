import type { Person } from '#contract/people.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOptionsOf } from '../../lib/api.ts'
import { isRefusal } from '../../lib/refusal.ts'

/** The form's offer, and the client of the address with what they have to accept and their limits. */
export function useClient(id: string | undefined) {
  const [picked, setPicked] = useState<Person | null>(null)
  const base = useQuery(queryOptionsOf('GET /api/appointments/create'))
  // Their agreements and limits change by what others do.
  const own = useQuery({
    ...queryOptionsOf('GET /api/appointments/create', { query: { user_id: id } }),
    enabled: id !== undefined,
    staleTime: 0,
  })
  const isGone = isRefusal(own.error, 'not_found') || isRefusal(own.error, 'invalid')
  const isKnown = id !== undefined && !isGone
  const client = isKnown ? (own.data?.client ?? null) : null
  return {
    /** The support types; also its errors. */
    base,
    client,
    /** Shown at once after it was chosen. */
    person: client?.user ?? (isKnown && picked?.id === id ? picked : null),
    /** The record does not exist, or is deactivated. */
    isGone: id !== undefined && isGone,
    isLoading: isKnown && own.isPending,
    failed: isKnown && own.isError && !own.data ? own : undefined,
    contracts: (isKnown ? own : base).data?.contracts,
    setPicked,
    refetch: () => void Promise.all([base.refetch(), isKnown && own.refetch()]),
  }
}
