import type { UserDetails } from '#contract/users.ts'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { userQueries } from './user-queries.ts'
import styles from './users.module.css'

/** The person's sessions, with a button to end them. */
export function UserSessions({ user: { id, name, sessions, can: may } }: { user: UserDetails }) {
  const logout = useApiMutation('DELETE /api/users/{id}/sessions', { success: t('user.loggedOut', { name }), invalidates: userQueries })
  if (sessions.length === 0) return null
  return (
    <Card as="section" label={t('user.sessions')}>
      <h2 className={styles.title}>{t('user.sessions')}</h2>
      <ul className={styles.rows}>
        {sessions.map(session => (
          <li key={session.id} className={styles.row}>
            <div className={styles.rowText}>
              <span>{session.device}</span>
              <span className="soft small tabular">
                {t('user.lastUsed', { when: formatDateTime(session.last_used_at, visitorZone()) })}
              </span>
            </div>
          </li>
        ))}
      </ul>
      {can('User Edit') && may.end === true && (
        <div className="no-print">
          <Button busy={logout.isPending} onClick={() => logout.mutate({ params: { id } })}>
            {t('user.logOut')}
          </Button>
        </div>
      )}
    </Card>
  )
}
