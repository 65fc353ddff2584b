import type { Appointment } from '#contract/appointments.ts'
import { IconArrowRight } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import styles from './book-again.module.css'

/** The shortest way for somebody who has been here: the same kind of support with the same mentor. */
export const BookAgain = ({ last: { mentor, support_type }, onChoose }: { last: Appointment; onChoose: () => void }) => (
  <button type="button" className={styles.again} onClick={onChoose}>
    <Avatar name={mentor.name} photo={mentor.photo} />
    <span className={styles.text}>
      <strong>{t('booking.again.title', { mentor: mentor.name })}</strong>
      <span className="small">
        <SupportTypeMark name={support_type.name} colour={support_type.colour} />
      </span>
    </span>
    <IconArrowRight size={20} stroke={1.8} aria-hidden="true" />
  </button>
)
