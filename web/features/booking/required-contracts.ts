import type { Contract } from '#contract/contracts.ts'
import { useQuery } from '@tanstack/react-query'
import { keyOf, queryOf } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session.ts'

/** The published texts that have to be accepted before booking. */
const useRequiredContracts = () =>
  useQuery({
    ...queryOf('GET /api/show-list'),
    select: contracts => Object.values(contracts).filter((contract): contract is Contract => contract?.required_for === 'booking'),
  })

/** What the person has accepted before. Read again only when told to: what a booking carries must not change between two tries. */
export const useAcceptances = () =>
  useQuery({ ...queryOf('GET /api/my-profile/acceptances'), enabled: useSession() !== null, staleTime: Infinity })

/** Texts or acceptances have changed: by booking, or by a refusal that says so. */
export async function refetchContracts(): Promise<void> {
  const keys = [keyOf('GET /api/show-list'), keyOf('GET /api/my-profile/acceptances')]
  await Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}

/** The required texts that this person has not accepted in their present version. Where that cannot be known, all of them: asking twice harms nobody. */
export function useContractsToAccept() {
  const signedIn = useSession() !== null
  const required = useRequiredContracts()
  const acceptances = useAcceptances()
  const settled = !signedIn || !acceptances.isPending
  const accepted = acceptances.data?.data.map(({ version_id }) => version_id) ?? []
  return { ...required, data: settled ? required.data?.filter(({ version_id }) => !accepted.includes(version_id)) : undefined }
}
