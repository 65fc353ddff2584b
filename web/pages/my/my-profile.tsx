import { useState } from 'react'
import { PastAppointments, UpcomingAppointments } from '../../features/appointments/appointment-list.tsx'
import { MissedNotice } from '../../features/appointments/missed-notice.tsx'
import { useProfileAppointments } from '../../features/appointments/profile-appointments.ts'
import { CalendarFeeds } from '../../features/calendars/calendar-feeds.tsx'
import { Account } from '../../features/profile/account.tsx'
import { MyColumns } from '../../features/profile/my-columns.tsx'
import { MyTabs } from '../../features/profile/my-tabs.tsx'
import { ContractsToAccept } from '../../features/contracts/contracts-to-accept.tsx'
import { MyWaiting } from '../../features/waiting-list/my-waiting.tsx'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'

/** The user's own details and appointments. */
export default function MyProfilePage() {
  const [cancelledHere, setCancelledHere] = useState<ReadonlySet<string>>(new Set())
  const query = useProfileAppointments({ keep: cancelledHere })
  return (
    <Page
      title={t('my.profile.title')}
      actions={
        <ButtonLink to={paths.booking()} kind="primary">
          {t('myAppointments.book')}
        </ButtonLink>
      }
    >
      <MyTabs />
      <Loaded query={query} skeleton={<ListSkeleton rows={3} height="14rem" />}>
        {({ profile, upcoming, past, meta }) => (
          <MyColumns
            aside={
              <>
                <Account user={profile.user} />
                <CalendarFeeds of={{ kind: 'client' }} />
              </>
            }
          >
            {upcoming.length > 0 && <ContractsToAccept />}
            <MissedNotice count={profile.missed_recently} />
            <MyWaiting place="above" />
            <UpcomingAppointments appointments={upcoming} onCancelled={({ id }) => setCancelledHere(before => new Set([...before, id]))} />
            <MyWaiting place="below" />
            {upcoming.length === 0 && <ContractsToAccept />}
            <PastAppointments appointments={past}>
              <Pager meta={meta} />
            </PastAppointments>
          </MyColumns>
        )}
      </Loaded>
    </Page>
  )
}
