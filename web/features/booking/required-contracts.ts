import type { Contract } from '#contract/contracts.ts'
import { useQuery } from '@tanstack/react-query'
import { queryKeyOf, queryOptionsOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'

/**
 * The published texts that have to be accepted before booking; for a new person, those of the registration too.
 */
const useRequiredContracts = (isNew: boolean) =>
  useQuery({
    ...queryOptionsOf('GET /api/show-list'),
    select: contracts =>
      Object.values(contracts)
        .filter(
          (contract): contract is Contract => contract?.required_for === 'booking' || (isNew && contract?.required_for === 'registration'),
        )
        .toSorted((a, b) => Number(a.required_for === 'booking') - Number(b.required_for === 'booking')),
  })

/** Earlier acceptances. Refetched only explicitly: the body of a booking must not change between two tries. */
export const useAcceptances = () =>
  useQuery({ ...queryOptionsOf('GET /api/my-profile/acceptances'), enabled: useSession() !== null, staleTime: Infinity })

/** Refetches contracts and acceptances, after a booking or a refusal that says they changed. */
export async function refetchContracts(): Promise<void> {
  const keys = [queryKeyOf('GET /api/show-list'), queryKeyOf('GET /api/my-profile/acceptances')]
  await Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}

/** Required contracts not yet accepted in their current version; all of them while the acceptances are unknown. */
export function useContractsToAccept(isNew = false) {
  const signedIn = useSession() !== null
  const required = useRequiredContracts(isNew)
  const acceptances = useAcceptances()
  const settled = !signedIn || !acceptances.isPending
  const accepted = acceptances.data?.data.map(({ version_id }) => version_id) ?? []
  return { ...required, data: settled ? required.data?.filter(({ version_id }) => !accepted.includes(version_id)) : undefined }
}
