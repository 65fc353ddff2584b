import type { User } from '#contract/people.ts'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormActions } from '../../ui/form.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import { withRecentSignIn } from '../sessions/recent-sign-in.ts'
import { AddressCode } from './address-code.tsx'
import type { SentCode } from './address-code-request.ts'
import { NewAddress } from './new-address.tsx'
import styles from './profile.module.css'

interface EmailSectionProps {
  email: string | null
  /** Confirmed by a code: it logs in. */
  verified: boolean
  /** Another way to sign in stays when the address is removed. */
  removable: boolean
  hasPassword: boolean
  onSaved: (user: User) => void
}

/**
 * The e-mail address one logs in with. The old one stays until the new one is confirmed by its code.
 * Not shown where this site sends no codes by e-mail.
 */
export function EmailSection({ email, verified, removable, hasPassword, onSaved }: EmailSectionProps) {
  const site = useSite()
  const [step, setStep] = useState<'shown' | 'changing' | 'removing'>('shown')
  const [sent, setSent] = useState<SentCode>()
  const close = () => {
    setStep('shown')
    setSent(undefined)
  }
  const done = (user: User) => {
    close()
    onSaved(user)
    toast(user.email ? t('emailChange.done', { email: user.email }) : t('emailChange.removed'), { type: 'success' })
  }
  if (!verified && !site?.sign_in.email) return null
  return (
    <Card as="section">
      <h3 className={styles.title}>{t('emailChange.title')}</h3>
      <p>{email ? t(verified ? 'emailChange.now' : 'emailChange.contact', { email }) : t('emailChange.none')}</p>
      {step === 'shown' && (
        <div className={styles.buttons}>
          <Button onClick={() => setStep('changing')}>
            {t(verified ? 'emailChange.start' : email ? 'emailChange.prove' : 'emailChange.add')}
          </Button>
          {verified && removable && (
            <Button kind="plain" onClick={() => setStep('removing')}>
              {t('emailChange.remove')}
            </Button>
          )}
        </div>
      )}
      {step === 'removing' && <Removal email={email ?? ''} onDone={done} onClose={close} />}
      {step === 'changing' && !sent && <NewAddress kind="email" initial={verified ? '' : (email ?? '')} onSent={setSent} onClose={close} />}
      {sent && <AddressCode sent={sent} hasPassword={hasPassword} onSent={setSent} onDone={done} onClose={close} />}
    </Card>
  )
}

function Removal({ email, onDone, onClose }: { email: string; onDone: (user: User) => void; onClose: () => void }) {
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    await withRecentSignIn(() => call('DELETE /api/my-profile/email')).then(onDone, toastError)
    setBusy(false)
  }
  return (
    <>
      <p>{t('emailChange.removeAsk', { email })}</p>
      <FormActions>
        <Button kind="danger" busy={busy} onClick={() => void remove()}>
          {t('emailChange.remove')}
        </Button>
        <Button kind="plain" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      </FormActions>
    </>
  )
}
