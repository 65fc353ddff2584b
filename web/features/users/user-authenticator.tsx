import type { UserDetails } from '#contract/users.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { formatMethod } from '../profile/format-method.ts'
import { userQueries } from './user-queries.ts'
import styles from './users.module.css'

/** How the person signs in, without any secret, and the way to remove what was on a lost device. */
export function UserAuthenticator({ user }: { user: UserDetails }) {
  const { id, name, has_authenticator, has_password, phone_verified_at, email_verified_at, sign_in, can: may } = user
  const [asked, setAsked] = useState(false)
  const app = useApiMutation('DELETE /api/users/{id}/authenticator', { success: t('user.appGone', { name }), invalidates: userQueries })
  const passkeys = useApiMutation('DELETE /api/users/{id}/passkeys', {
    success: t('user.passkeysGone', { name }),
    invalidates: userQueries,
  })
  const when = (instant: string) => formatDateTime(instant, visitorZone())
  const { passkeys: count, passkey_used_at, recovery_codes, providers, last } = sign_in
  const ways = [
    ...(phone_verified_at ? [t('user.signInPhone')] : []),
    ...(email_verified_at ? [t('user.signInEmail')] : []),
    ...(has_password ? [t('user.signInPassword')] : []),
    ...(count > 0
      ? [passkey_used_at ? t('user.signInPasskeysUsed', { count, when: when(passkey_used_at) }) : t('user.signInPasskeys', { count })]
      : []),
    ...providers.map(provider => t('user.signInProvider', { provider })),
    ...(has_authenticator ? [t('user.signInApp', { count: recovery_codes })] : []),
  ]
  const resets = can('User Edit') && may.end === true
  return (
    <Card as="section" label={t('user.signIn')}>
      <h2 className={styles.title}>{t('user.signIn')}</h2>
      {ways.length > 0 ? (
        <ul className={styles.rows}>
          {ways.map(way => (
            <li key={way}>{way}</li>
          ))}
        </ul>
      ) : (
        <p className="soft small">{t('user.signInNone')}</p>
      )}
      {last && <p className="soft small tabular">{t('user.signInLast', { when: when(last.at), how: formatMethod(last.method) })}</p>}
      {resets && (has_authenticator || count > 0) && (
        <>
          <p className="soft small">{t('user.lostText')}</p>
          <div className={styles.badges}>
            {has_authenticator && (
              <Button busy={app.isPending} onClick={() => app.mutate({ params: { id } })}>
                {t('user.appReset')}
              </Button>
            )}
            {count > 0 && (
              <Button busy={passkeys.isPending} onClick={() => setAsked(true)}>
                {t('user.passkeysReset')}
              </Button>
            )}
          </div>
        </>
      )}
      {asked && (
        <ConfirmDialog
          title={t('user.passkeysTitle', { name })}
          confirm={t('user.passkeysReset')}
          onConfirm={() => {
            setAsked(false)
            passkeys.mutate({ params: { id } })
          }}
          onClose={() => setAsked(false)}
        >
          <p>{t('user.passkeysText')}</p>
        </ConfirmDialog>
      )}
    </Card>
  )
}
