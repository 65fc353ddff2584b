import type { Login } from '#contract/people.ts'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { signInWithPasskey, usePasskeyAutofill, usePasskeysOffered } from './passkeys.ts'
import styles from './sessions.module.css'

/**
 * Signs in with a passkey: by a button, and by what the browser offers in the fields of the page.
 * Nothing where the site has no passkeys.
 */
export function PasskeyButton({ onDone }: { onDone: (login: Login) => void }) {
  const offered = usePasskeysOffered()
  usePasskeyAutofill(onDone)
  return offered ? <UsePasskey label={t('passkey.signIn')} onDone={onDone} /> : null
}

interface UsePasskeyProps {
  label: string
  primary?: boolean
  /** Of a login that waits for the second factor. */
  loginTicket?: string
  onDone: (login: Login) => void
}

/** The button alone; what went wrong stands above it. */
export function UsePasskey({ label, primary, loginTicket, onDone }: UsePasskeyProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const signIn = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      onDone(await signInWithPasskey(loginTicket))
    } catch (error) {
      setProblem(sentenceOf(error))
    }
    setBusy(false)
  }
  return (
    <div className={styles.passkey}>
      {problem && (
        <Notice kind="warning" alert>
          {problem}
        </Notice>
      )}
      <FormActions>
        <Button
          kind={primary ? 'primary' : 'quiet'}
          busy={busy}
          icon={<IconFingerprint size={20} aria-hidden="true" />}
          onClick={() => void signIn()}
        >
          {label}
        </Button>
      </FormActions>
    </div>
  )
}
