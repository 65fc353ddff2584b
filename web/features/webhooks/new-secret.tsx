import { IconCopy } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import styles from './webhooks.module.css'

interface NewSecretProps {
  secret: string
  /** It replaces an earlier secret. */
  again: boolean
  onDone: () => void
}

/** A new secret, shown once, to copy. */
export function NewSecret({ secret, again, onDone }: NewSecretProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toast(t('webhooks.copied'), { type: 'success' })
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Notice kind="success" alert>
      <p>{t(again ? 'webhooks.shownAgain' : 'webhooks.shown')}</p>
      <code className={styles.secret}>{secret}</code>
      <div className={styles.buttons}>
        {/* Clipboard access requires https. */}
        {'clipboard' in navigator && (
          <Button small icon={<IconCopy size={18} aria-hidden="true" />} onClick={() => void copy()}>
            {t('webhooks.copy')}
          </Button>
        )}
        <Button small onClick={onDone}>
          {t('webhooks.done')}
        </Button>
      </div>
    </Notice>
  )
}
