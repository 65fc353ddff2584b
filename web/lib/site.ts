import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from './api.ts'

/** The organisation's name, policies and contact; undefined until loaded. */
export const useSite = () => useQuery({ ...queryOptionsOf('GET /api/site'), staleTime: Infinity }).data
