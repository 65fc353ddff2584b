import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { can } from '../../lib/session.ts'

/** The parts of a contract that the user may see; `editing` needs Contract Edit. */
export interface OpenedContract {
  contract: ResponseBody<'GET /api/legally-binding-contract/{id}'>
  editing: ResponseBody<'GET /api/legally-binding-contract/{id}/edit'> | null
}

/** Loads a contract with its versions, by the call that the user's abilities allow. */
export function useContract(id: string) {
  const writes = can('Contract Edit')
  const read = useQuery({
    ...queryOptionsOf('GET /api/legally-binding-contract/{id}', { params: { id } }),
    enabled: !writes,
    select: (contract): OpenedContract => ({ contract, editing: null }),
  })
  const edited = useQuery({
    ...queryOptionsOf('GET /api/legally-binding-contract/{id}/edit', { params: { id } }),
    enabled: writes,
    select: (editing): OpenedContract => ({ contract: editing.contract, editing }),
  })
  return writes ? edited : read
}
