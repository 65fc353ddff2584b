import type { UserDetails } from '#contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'
import { AccessList } from '../access-log/access-list.tsx'
import { LockedRecordNotice } from './locked-record-notice.tsx'
import { NextAppointment } from './next-appointment.tsx'
import { UserActions } from './user-actions.tsx'
import { UserAgreements } from './user-agreements.tsx'
import { UserAppointments } from './user-appointments.tsx'
import { UserAuthenticator } from './user-authenticator.tsx'
import { UserFacts, UserRoles } from './user-facts.tsx'
import { UserPhone } from './user-phone.tsx'
import { UserChanges, UserFeedback, UserWaiting } from './user-record.tsx'
import { UserSessions } from './user-sessions.tsx'
import styles from './users.module.css'

/** A user: the history in the wide column, contact details and actions in the narrow one. */
export function OpenedUser({ user }: { user: UserDetails }) {
  const record = useQuery(queryOptionsOf('GET /api/users/{id}/record', { params: { id: user.id } }))
  return (
    <>
      <LockedRecordNotice user={user} />
      {!user.active && user.can.edit === true && (
        <Notice>
          <p>{t('user.isInactive')}</p>
        </Notice>
      )}
      <div className={styles.columns}>
        <div className={styles.next}>
          <NextAppointment id={user.id} />
        </div>
        <div className={`${styles.column} ${styles.contact}`}>
          <UserFacts user={user} />
          <UserRoles user={user} />
        </div>
        <div className={`${styles.column} ${styles.happened}`}>
          <UserAppointments id={user.id} />
          <Loaded query={record} skeleton={<ListSkeleton rows={2} height="6rem" />}>
            {({ feedback, changes }) => (
              <>
                <UserFeedback feedback={feedback} />
                <UserChanges changes={changes} />
              </>
            )}
          </Loaded>
        </div>
        <div className={`${styles.column} ${styles.narrow}`}>
          {record.data && (
            <>
              <UserWaiting waiting={record.data.waiting} />
              <UserAgreements acceptances={record.data.acceptances} />
            </>
          )}
          <UserPhone user={user} />
          <UserSessions user={user} />
          <UserAuthenticator user={user} />
          <Card as="section" label={t('user.views')}>
            <h2 className={styles.title}>{t('user.views')}</h2>
            <p className="soft small">{t('user.viewsText')}</p>
            <AccessList
              pageOf={page => queryOptionsOf('GET /api/users/{id}/views', { params: { id: user.id }, query: { page, per_page: 5 } })}
              none={t('user.noViews')}
            />
          </Card>
          <UserActions user={user} />
        </div>
      </div>
    </>
  )
}
