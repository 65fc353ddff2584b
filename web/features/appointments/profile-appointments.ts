import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { splitAppointments } from './split-appointments.ts'

type Profile = ResponseBody<'GET /api/my-profile'>

/**
 * The profile and appointments of the user, or of `profileId`, split into upcoming and past. The list is
 * paged (`?page=`), newest first. Upcoming appointments come with the first page, which is always loaded as
 * well. Those in `keep` stay upcoming.
 */
export function useProfileAppointments({ profileId, keep = none, enabled = true }: ProfileOptions): UseQueryResult<ProfileAppointments> {
  const [{ page }] = useSearchParams<'myProfile' | 'user'>()
  const number = Math.max(1, Number(page) || 1)
  const optionsOf = (of: number) => ({ ...queryOptionsOf('GET /api/my-profile', { query: { profileId, page: of } }), enabled })
  const first = useQuery(optionsOf(1))
  const shown = useQuery({ ...optionsOf(number), placeholderData: keepPreviousData })
  const query = first.data ? shown : first
  const data = first.data && shown.data && mergeProfiles(first.data, shown.data, keep)
  return { ...query, data } as UseQueryResult<ProfileAppointments>
}

interface ProfileOptions {
  profileId?: string
  keep?: ReadonlySet<string>
  enabled?: boolean
}

const none: ReadonlySet<string> = new Set()

/** The profile, all upcoming appointments, the past ones of the page, and how many pages there are. */
export type ProfileAppointments = ReturnType<typeof mergeProfiles>

/** Joins the first page of a profile and the shown one. */
export function mergeProfiles(first: Profile, shown: Profile, keep: ReadonlySet<string>) {
  const now = Date.now()
  const onPage = splitAppointments(shown.appointments.data, now, keep)
  return {
    profile: first,
    upcoming: splitAppointments([...first.upcoming, ...first.appointments.data, ...shown.appointments.data], now, keep).upcoming,
    past: onPage.past,
    meta: shown.appointments.meta,
  }
}
