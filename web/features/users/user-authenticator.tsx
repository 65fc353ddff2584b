import type { UserDetails } from '#contract/users.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { forgetUsers } from './forget-users.ts'
import styles from './users.module.css'

/** The app that shows somebody's codes, for when its device is lost. */
export function UserAuthenticator({ user: { id, name, has_authenticator, can: may } }: { user: UserDetails }) {
  const [busy, setBusy] = useState(false)
  if (!has_authenticator) return null
  const reset = async () => {
    setBusy(true)
    try {
      await call('DELETE /api/users/{id}/authenticator', { params: { id } })
      toast(t('user.appGone', { name }), { type: 'success' })
      await forgetUsers()
    } catch (error) {
      toastError(error)
    }
    setBusy(false)
  }
  return (
    <Card as="section" label={t('user.app')}>
      <h2 className={styles.title}>{t('user.app')}</h2>
      <p className="soft small">{t('user.appText')}</p>
      {can('User Edit') && may.end === true && (
        <div>
          <Button busy={busy} onClick={() => void reset()}>
            {t('user.appReset')}
          </Button>
        </div>
      )}
    </Card>
  )
}
