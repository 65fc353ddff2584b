import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import styles from './sessions.module.css'
import { useCountdown } from './use-countdown.ts'

/** Requests another code after a waiting time, which ends at `from` (epoch ms). The result is announced. */
export function ResendCode({ request, from }: { request: () => Promise<void>; from: number }) {
  const seconds = useCountdown(from)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState('')
  const resend = async () => {
    setBusy(true)
    setSaid(await request().then(() => t('confirm.resent'), sentenceOf))
    setBusy(false)
  }
  return (
    <div className={styles.resend}>
      {seconds > 0 ? (
        <span className="soft small tabular">{t('confirm.resendIn', { seconds })}</span>
      ) : (
        <Button kind="plain" busy={busy} onClick={() => void resend()}>
          {t('confirm.resend')}
        </Button>
      )}
      <span className="soft small" role="status">
        {said}
      </span>
    </div>
  )
}
