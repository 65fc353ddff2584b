import type { MentorSession } from '#contract/mentors.ts'
import type { ReactNode } from 'react'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { formatRange } from '../../lib/time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './mentor-area.module.css'
import { SessionFacts } from './session-facts.tsx'

/** One of the mentor's sessions, with a link to its page. */
export function SessionCard({ session, children }: { session: MentorSession; children?: ReactNode }) {
  const { id, support_type, starts_at, ends_at, time_zone } = session
  return (
    <Card as="li" edge={support_type.colour}>
      <div className={styles.head}>
        <SessionFacts session={session} />
        <ButtonLink
          to={paths.mentorAppointments(id)}
          small
          label={t('mentorArea.openOf', { when: formatRange(starts_at, ends_at, time_zone) })}
        >
          {t('mentorArea.open')}
        </ButtonLink>
      </div>
      {children}
    </Card>
  )
}
