import type { SignInMethods } from '#contract/passkeys.ts'
import type { User } from '#contract/people.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import { AddressCode } from './address-code.tsx'
import type { SentCode } from './address-code-request.ts'
import { NewAddress } from './new-address.tsx'
import styles from './profile.module.css'

interface PhoneSectionProps {
  phone: string | null
  /** Whether the number is confirmed, and this site can send codes to it. */
  reached: SignInMethods['phone']
  hasPassword: boolean
  onSaved: (user: User) => void
}

/**
 * The phone number for logging in. It stays until the new one is confirmed by its code. Without one,
 * not shown where this site sends no text messages.
 */
export function PhoneSection({ phone, reached, hasPassword, onSaved }: PhoneSectionProps) {
  const site = useSite()
  const [changing, setChanging] = useState(false)
  const [sent, setSent] = useState<SentCode>()
  const close = () => {
    setChanging(false)
    setSent(undefined)
  }
  const done = (user: User) => {
    close()
    onSaved(user)
    toast(t('phoneChange.done', { phone: user.phone ? formatPhone(user.phone) : '' }), { type: 'success' })
  }
  if (!phone && !site?.sign_in.phone) return null
  return (
    <Card as="section">
      <h3 className={styles.title}>{t('phoneChange.title')}</h3>
      <p className="tabular">{phone ? t('phoneChange.now', { phone: formatPhone(phone) }) : t('phoneChange.none')}</p>
      {reached && !reached.verified && <p className="soft small">{t('phoneChange.unverified')}</p>}
      {reached?.verified && !reached.delivered && <p className="soft small">{t('phoneChange.undelivered')}</p>}
      {!changing && (
        <div>
          <Button onClick={() => setChanging(true)}>{t(phone ? 'phoneChange.start' : 'phoneChange.add')}</Button>
        </div>
      )}
      {changing && !sent && <NewAddress kind="phone" onSent={setSent} onClose={close} />}
      {sent && <AddressCode sent={sent} hasPassword={hasPassword} onSent={setSent} onDone={done} onClose={close} />}
    </Card>
  )
}
