import type { SignInMethods } from '#contract/passkeys.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { useSession } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { withRecentSignIn } from '../sessions/recent-sign-in.ts'
import { RecoveryCodes } from '../sessions/recovery-codes.tsx'
import styles from './profile.module.css'

interface AuthenticatorSectionProps {
  authenticator: SignInMethods['authenticator']
  /** With a passkey no app is needed. */
  hasPasskey: boolean
  /** There are other recovery codes. */
  onChanged: () => Promise<unknown>
}

/**
 * Whether the person's logins are confirmed by an authenticator app, and its recovery codes. Only for
 * people who need one.
 */
export function AuthenticatorSection({ authenticator, hasPasskey, onChanged }: AuthenticatorSectionProps) {
  const session = useSession()
  const site = useSite()
  const [codes, setCodes] = useState<readonly string[]>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const needed = session && (session.isAdmin || session.isMentor || session.abilities.length > 0)
  if (!authenticator && (!needed || hasPasskey)) return null
  const make = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      setCodes((await withRecentSignIn(() => call('POST /api/my-profile/recovery-codes'))).codes)
      await onChanged()
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <Card as="section">
      <h3 className={styles.title}>{t('authenticator.title')}</h3>
      <p className="soft">{t(authenticator ? 'authenticator.has' : site?.demo ? 'authenticator.notInDemo' : 'authenticator.hasNot')}</p>
      {codes && <RecoveryCodes codes={codes} level={3} onDone={() => setCodes(undefined)} />}
      {authenticator && !codes && (
        <>
          <p>{t('recovery.left', { count: authenticator.recovery_codes })}</p>
          {problem && (
            <Notice kind="warning" alert>
              {problem}
            </Notice>
          )}
          <div>
            <Button busy={busy} onClick={() => void make()}>
              {t(authenticator.recovery_codes > 0 ? 'recovery.renew' : 'recovery.make')}
            </Button>
          </div>
          <p className="soft small">{t('recovery.renewText')}</p>
        </>
      )}
    </Card>
  )
}
