import { useMemo } from 'react'
import { useSearchParams, type Params } from '../../lib/search-params.ts'
import { type Choice, readChoice } from './choice.ts'

export type ChangeChoice = (change: Params, options?: { replace?: boolean }) => void

/** The choice in the address, and how to change it (`choose`). A change that only corrects the last one replaces it, so that Back goes by steps. */
export function useChoice(): [Choice, ChangeChoice] {
  const [params, change] = useSearchParams<'booking'>()
  return [useMemo(() => readChoice(params), [params]), change]
}
