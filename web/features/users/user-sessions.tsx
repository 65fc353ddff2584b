import type { UserDetails } from '#contract/users.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { sayMoment, visitorZone } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { forgetUsers } from './forget-users.ts'
import styles from './users.module.css'

/** Where somebody is logged in, and an end to it. */
export function UserSessions({ user: { id, name, sessions, can: may } }: { user: UserDetails }) {
  const [busy, setBusy] = useState(false)
  if (sessions.length === 0) return null
  const end = async () => {
    setBusy(true)
    try {
      await call('DELETE /api/users/{id}/sessions', { params: { id } })
      toast(t('user.loggedOut', { name }), { type: 'success' })
      await forgetUsers()
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
  }
  return (
    <Card as="section" label={t('user.sessions')}>
      <h2 className={styles.title}>{t('user.sessions')}</h2>
      <ul className={styles.rows}>
        {sessions.map(session => (
          <li key={session.id} className={styles.row}>
            <div className={styles.rowText}>
              <span>{session.device}</span>
              <span className="soft small tabular">{t('user.lastUsed', { when: sayMoment(session.last_used_at, visitorZone()) })}</span>
            </div>
          </li>
        ))}
      </ul>
      {can('User Edit') && may.end === true && (
        <div>
          <Button busy={busy} onClick={() => void end()}>
            {t('user.logOut')}
          </Button>
        </div>
      )}
    </Card>
  )
}
