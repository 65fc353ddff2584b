import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { splitAppointments } from './split-appointments.ts'

type Profile = ResponseBody<'GET /api/my-profile'>

/**
 * The user's profile and appointments, split into upcoming and past. The list is paged (`?page=`), newest
 * first. Upcoming appointments are on the first page, which is always loaded as well.
 */
export function useOwnAppointments(keep: ReadonlySet<string>): UseQueryResult<OwnAppointments> {
  const [{ page }] = useSearchParams<'myProfile'>()
  const number = Math.max(1, Number(page) || 1)
  const first = useQuery(queryOptionsOf('GET /api/my-profile', { query: { page: 1 } }))
  const shown = useQuery({ ...queryOptionsOf('GET /api/my-profile', { query: { page: number } }), placeholderData: keepPreviousData })
  const query = first.data ? shown : first
  const data = first.data && shown.data && merge(first.data, shown.data, keep)
  return { ...query, data } as UseQueryResult<OwnAppointments>
}

type OwnAppointments = ReturnType<typeof merge>

function merge(first: Profile, shown: Profile, keep: ReadonlySet<string>) {
  const now = Date.now()
  const onPage = splitAppointments(shown.appointments.data, now, keep)
  return {
    profile: first,
    upcoming: splitAppointments([...first.appointments.data, ...shown.appointments.data], now, keep).upcoming,
    past: onPage.past,
    meta: shown.appointments.meta,
  }
}
