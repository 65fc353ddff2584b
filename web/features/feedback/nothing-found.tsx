import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './feedback.module.css'

/** Nothing was found for a reference and a phone: one sentence, whichever of the two is wrong. */
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
