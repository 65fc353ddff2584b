import type { Appointment } from '#contract/appointments.ts'
import { holdsSeat } from '#domain/booking/status.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOptionsOf, type ResponseBody } from '../../../lib/api.ts'
import { t } from '../../../lib/messages.ts'
import { paths } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TextSkeleton } from '../../../ui/skeletons.tsx'
import type { Choice } from '../choice.ts'
import type { OfferedTime } from '../times.ts'

type OwnAppointment = ResponseBody<'GET /api/previous-history'>['appointments'][number]

/**
 * Whether a chosen time without a free seat is the client's own: they booked it before they came back to it. Undefined
 * while their appointments are read. Asks nothing unless `asks`, and not for a visitor.
 */
export function useIsOwnTime(choice: Choice, asks: boolean): boolean | undefined {
  const isAsked = useSession() !== null && asks
  const own = useQuery({ ...queryOptionsOf('GET /api/previous-history'), staleTime: 0, enabled: isAsked })
  if (!isAsked) return false
  // A later refetch changes nothing under the user's hands.
  if (own.isFetching && !own.isFetchedAfterMount) return undefined
  return isOwn(own.data?.appointments, choice)
}

interface UnlessProps {
  choice: Choice
  children: ReactNode
}

/** What to say of a time without a free seat, unless it is the client's own. */
export function UnlessOwn({ choice, children }: UnlessProps) {
  const own = useIsOwnTime(choice, true)
  if (own === undefined) return <TextSkeleton />
  return own ? <OwnTime alert /> : children
}

/**
 * A client who is busy may be so by this very booking: its answer was lost. The own appointments have been read since
 * the refusal.
 */
export function UnlessBooked({ choice, children }: UnlessProps) {
  const own = useQuery(queryOptionsOf('GET /api/previous-history'))
  return isOwn(own.data?.appointments, choice) ? <OwnTime alert /> : children
}

const isOwn = (own: readonly OwnAppointment[] = [], { schedule, time = '' }: Choice) =>
  own.some(
    ({ schedule_id, status, starts_at }) => schedule_id === schedule && holdsSeat(status) && Date.parse(starts_at) === Date.parse(time),
  )

/** Warns of an own appointment at the chosen time before anything is filled in. */
export function Overlap({ time, moving }: { time: OfferedTime; moving: Appointment | undefined }) {
  const own = useQuery(queryOptionsOf('GET /api/previous-history')).data?.appointments ?? []
  const [starts, ends] = [time.startsAt, time.endsAt].map(Date.parse) as [number, number]
  const overlaps = own.some(
    ({ id, status, starts_at, ends_at }) =>
      id !== moving?.id && holdsSeat(status) && Date.parse(starts_at) < ends && Date.parse(ends_at) > starts,
  )
  return overlaps && <OwnTime />
}

const OwnTime = ({ alert = false }: { alert?: boolean }) => (
  <Notice kind="warning" alert={alert}>
    <strong>{t('booking.problem.busyTitle')}</strong>
    <div>
      <ButtonLink to={paths.myProfile()} small>
        {t('booking.problem.mine')}
      </ButtonLink>
    </div>
  </Notice>
)
