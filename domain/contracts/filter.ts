/** The states by which contracts are listed. */
export const contractStates = ['all', 'published', 'draft', 'required'] as const
/** One of these states. */
export type ContractState = (typeof contractStates)[number]

interface FilteredContract {
  title: string
  key: string
  published_at: string | null
  withdrawn_at: string | null
  draft_version: number | null
  required_for: string | null
}

/** Whether a contract's title or key contains the search, and it is in the state. */
export function matchesContractFilter(
  { title, key, published_at, withdrawn_at, draft_version, required_for }: FilteredContract,
  { search = '', state }: { search?: string | undefined; state?: ContractState | undefined },
): boolean {
  if (!`${title} ${key}`.toLowerCase().includes(search.trim().toLowerCase())) return false
  if (state === 'published') return published_at !== null && withdrawn_at === null
  if (state === 'draft') return draft_version !== null
  return state !== 'required' || required_for !== null
}
