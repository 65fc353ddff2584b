import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './feedback.module.css'

/** No appointment for the reference and phone number. The text is the same whichever is wrong. */
export function NothingFound({ onAgain, text = t('feedbackForm.notFound') }: { onAgain: () => void; text?: string }) {
  return (
    <div className={styles.ended}>
      <Notice kind="warning" alert>
        {text}
      </Notice>
      <div className={styles.onward}>
        <Button kind="primary" onClick={onAgain}>
          {t('feedbackForm.tryAgain')}
        </Button>
      </div>
    </div>
  )
}
