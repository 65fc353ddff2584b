import { useQuery } from '@tanstack/react-query'
import { queryOf } from './api.ts'

/** The organisation's name, policies and contact; undefined until loaded. */
export const useSite = () => useQuery({ ...queryOf('GET /api/site'), staleTime: Infinity }).data
