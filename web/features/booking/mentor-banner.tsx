import { t } from '../../lib/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import styles from './mentor-banner.module.css'

interface MentorBannerProps {
  mentor: { name: string; photo: string | null }
  onAny: () => void
}

/** Somebody came here to book with this mentor. */
export const MentorBanner = ({ mentor, onAny }: MentorBannerProps) => (
  <div className={styles.banner}>
    <Avatar name={mentor.name} photo={mentor.photo} />
    <p>{t('booking.mentor.chosen', { name: mentor.name })}</p>
    <Button kind="plain" small onClick={onAny}>
      {t('booking.mentor.anyInstead')}
    </Button>
  </div>
)
