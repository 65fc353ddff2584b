import type { UserDetails } from '#contract/users.ts'
import { t } from '../../lib/messages.ts'
import { can } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { userQueries } from './user-queries.ts'
import styles from './users.module.css'

/** Removes the person's authenticator app if its device is lost. */
export function UserAuthenticator({ user: { id, name, has_authenticator, can: may } }: { user: UserDetails }) {
  const reset = useApiMutation('DELETE /api/users/{id}/authenticator', { success: t('user.appGone', { name }), invalidates: userQueries })
  if (!has_authenticator) return null
  return (
    <Card as="section" label={t('user.app')}>
      <h2 className={styles.title}>{t('user.app')}</h2>
      <p className="soft small">{t('user.appText')}</p>
      {can('User Edit') && may.end === true && (
        <div>
          <Button busy={reset.isPending} onClick={() => reset.mutate({ params: { id } })}>
            {t('user.appReset')}
          </Button>
        </div>
      )}
    </Card>
  )
}
