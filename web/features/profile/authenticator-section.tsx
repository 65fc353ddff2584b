import { t } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import styles from './profile.module.css'

/**
 * Whether logins are confirmed by an authenticator app, and what to do if it is lost. Only for users who
 * need one.
 */
export function AuthenticatorSection({ has }: { has: boolean }) {
  const session = useSession()
  const needed = session && (session.isAdmin || session.isMentor || session.abilities.length > 0)
  if (!has && !needed) return null
  return (
    <Card as="section">
      <h2 className={styles.title}>{t('authenticator.title')}</h2>
      <p className="soft">{t(has ? 'authenticator.has' : 'authenticator.hasNot')}</p>
    </Card>
  )
}
