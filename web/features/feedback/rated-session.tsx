import type { RatedAppointment } from '#contract/feedback.ts'
import { t } from '../../lib/messages.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import styles from './feedback.module.css'

/** The session that the feedback is about. The client's name is hidden from the client. */
export function RatedSession({ appointment, client }: { appointment: RatedAppointment; client?: boolean }) {
  const { support_type, mentor, user, starts_at, ends_at, time_zone } = appointment
  return (
    <Card as="section" edge={support_type.colour} label={t('feedbackForm.session')}>
      <div className={styles.session}>
        <Avatar name={mentor.name} photo={mentor.photo} />
        <div>
          <p className={styles.when}>
            <DateTime starts={starts_at} ends={ends_at} zone={time_zone} />
          </p>
          <p className="small">
            <SupportTypeMark name={support_type.name} colour={support_type.colour} /> · {t('feedbackForm.with', { mentor: mentor.name })}
            {client && ` · ${user.name}`}
          </p>
        </div>
      </div>
    </Card>
  )
}
