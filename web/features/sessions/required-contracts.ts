import type { Contract } from '#contract/contracts.ts'
import type { Answer } from '../../lib/api.ts'

/** The contracts that registration requires. */
export const requiredContracts = (texts: Answer<'GET /api/show-list'> | undefined): Contract[] =>
  Object.values(texts ?? {}).filter(contract => contract?.required_for === 'registration') as Contract[]
