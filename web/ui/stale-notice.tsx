import { useState } from 'react'
import { t } from '../lib/messages.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import styles from './stale-notice.module.css'
import { toastError } from './toast.ts'

interface StaleNoticeProps {
  /** Loads the newest version and keeps the input: the next save is based on it. */
  onKeep: () => Promise<unknown>
  /** Loads and shows the newest version. */
  onTake: () => Promise<unknown>
}

/**
 * A save was refused as `stale`: the record changed in the meantime. The user keeps the input or takes the
 * newest version.
 */
export function StaleNotice({ onKeep, onTake }: StaleNoticeProps) {
  const [answer, setAnswer] = useState<'kept' | 'taken'>()
  if (answer === 'taken') return null
  if (answer === 'kept') {
    return (
      <Notice alert>
        <p>{t('ui.staleKept')}</p>
      </Notice>
    )
  }
  return (
    <Notice kind="warning" alert>
      <p>{t('ui.stale')}</p>
      <div className={styles.buttons}>
        <Button small onClick={() => void onKeep().then(() => setAnswer('kept'), toastError)}>
          {t('ui.staleKeep')}
        </Button>
        <Button small kind="plain" onClick={() => void onTake().then(() => setAnswer('taken'), toastError)}>
          {t('ui.staleTake')}
        </Button>
      </div>
    </Notice>
  )
}
