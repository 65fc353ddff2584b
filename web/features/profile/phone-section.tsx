import type { User } from '#contract/people.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { formatPhone } from '../../lib/phone.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import { NewPhone } from './new-phone.tsx'
import { PhoneCode } from './phone-code.tsx'
import type { SentCode } from './phone-code-request.ts'
import styles from './profile.module.css'

interface PhoneSectionProps {
  phone: string | null
  hasPassword: boolean
  onSaved: (user: User) => void
}

/** The phone number for logging in. It stays until the new one is confirmed by its code. */
export function PhoneSection({ phone, hasPassword, onSaved }: PhoneSectionProps) {
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
  return (
    <Card as="section">
      <h2 className={styles.title}>{t('phoneChange.title')}</h2>
      <p className="tabular">{phone ? t('phoneChange.now', { phone: formatPhone(phone) }) : t('phoneChange.none')}</p>
      {!changing && (
        <div>
          <Button onClick={() => setChanging(true)}>{t('phoneChange.start')}</Button>
        </div>
      )}
      {changing && !sent && <NewPhone onSent={setSent} onClose={close} />}
      {sent && <PhoneCode sent={sent} hasPassword={hasPassword} onSent={setSent} onDone={done} onClose={close} />}
    </Card>
  )
}
