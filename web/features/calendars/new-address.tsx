import { IconCopy } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast, toastError } from '../../ui/toast.ts'
import styles from '../profile/profile.module.css'

/** A new feed address, shown once: to copy or to open in this device's calendar. */
export function NewAddress({ address, onDone }: { address: string; onDone: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      toast(t('calendars.copied'), { type: 'success' })
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <Notice kind="success" alert>
      <p>{t('calendars.shown')}</p>
      <code className={styles.token}>{address}</code>
      <p>
        <a href={address.replace(/^https?:/, 'webcal:')}>{t('calendars.open')}</a>
      </p>
      <div className={styles.buttons}>
        {/* Clipboard access requires https. */}
        {'clipboard' in navigator && (
          <Button small icon={<IconCopy size={18} aria-hidden="true" />} onClick={() => void copy()}>
            {t('calendars.copy')}
          </Button>
        )}
        <Button small onClick={onDone}>
          {t('calendars.done')}
        </Button>
      </div>
    </Notice>
  )
}
