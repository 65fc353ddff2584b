import type { Contract } from '#contract/contracts.ts'
import type { ResponseBody } from '../../lib/api.ts'

/** The contracts that registration requires. */
export const requiredContracts = (texts: ResponseBody<'GET /api/show-list'> | undefined): Contract[] =>
  Object.values(texts ?? {}).filter(contract => contract?.required_for === 'registration') as Contract[]
