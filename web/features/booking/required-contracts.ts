import type { Contract } from '#contract/contracts.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/api.ts'

/** The published texts that have to be accepted before booking. */
export const useRequiredContracts = () =>
  useQuery({
    ...queryOf('GET /api/show-list'),
    select: contracts => Object.values(contracts).filter((contract): contract is Contract => contract?.required_for === 'booking'),
  })
