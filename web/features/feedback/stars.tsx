import { IconStarFilled } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import styles from './feedbacks.module.css'

/** A rating as stars, with text for screen readers. */
export function Stars({ count }: { count: number }) {
  return (
    <span className={styles.stars}>
      {[1, 2, 3, 4, 5].map(star => (
        <IconStarFilled key={star} size={15} aria-hidden="true" className={star <= count ? styles.starOn : styles.starOff} />
      ))}
      <span className="visually-hidden">{t('feedbackAnswer.stars', { count })}</span>
    </span>
  )
}
