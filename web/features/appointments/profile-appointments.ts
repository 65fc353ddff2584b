import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { splitAppointments } from './split-appointments.ts'

type Profile = ResponseBody<'GET /api/my-profile'>

/**
 * The profile and appointments of the user, or of `profileId`, split into upcoming and past. The list is
 * paged (`?page=`), newest first. Upcoming appointments are on the first page, which is always loaded as
 * well. Those in `keep` stay upcoming.
 */
export function useProfileAppointments({ profileId, keep = none, enabled = true }: ProfileOptions): UseQueryResult<ProfileAppointments> {
  const [{ page }] = useSearchParams<'myProfile' | 'user'>()
  const number = Math.max(1, Number(page) || 1)
  const optionsOf = (of: number) => ({ ...queryOptionsOf('GET /api/my-profile', { query: { profileId, page: of } }), enabled })
  const first = useQuery(optionsOf(1))
  const shown = useQuery({ ...optionsOf(number), placeholderData: keepPreviousData })
  const query = first.data ? shown : first
  const data = first.data && shown.data && merge(first.data, shown.data, keep)
  return { ...query, data } as UseQueryResult<ProfileAppointments>
}

interface ProfileOptions {
  profileId?: string
  keep?: ReadonlySet<string>
  enabled?: boolean
}

const none: ReadonlySet<string> = new Set()

export type ProfileAppointments = ReturnType<typeof merge>

/** Of another person, to users who do not see their appointments: pages show none of this. */
const withheld: NonNullable<Profile['appointments']> = { data: [], meta: { page: 1, per_page: 20, total: 0, last_page: 1 } }

function merge(first: Profile, shown: Profile, keep: ReadonlySet<string>) {
  const now = Date.now()
  const { data, meta } = shown.appointments ?? withheld
  const { data: newest } = first.appointments ?? withheld
  return {
    profile: first,
    missed: first.missed_recently ?? 0,
    upcoming: splitAppointments([...newest, ...data], now, keep).upcoming,
    past: splitAppointments(data, now, keep).past,
    meta,
  }
}
