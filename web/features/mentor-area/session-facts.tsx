import type { MentorSession } from '#contract/mentors.ts'
import { t } from '../../lib/messages.ts'
import { differsInVisitorZone, formatTimes, formatZone } from '../../lib/time.ts'
import { Badge } from '../../ui/badge.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import { Figures } from './figures.tsx'
import styles from './mentor-area.module.css'

/** A session for its mentor: time, support type, place and figures. */
export function SessionFacts({ session }: { session: MentorSession }) {
  const { support_type, place, starts_at, ends_at, time_zone, status, interpreted } = session
  return (
    <div className={styles.what}>
      <p className={styles.badges}>
        <span className={styles.times}>{formatTimes(starts_at, ends_at, time_zone)}</span>
        {differsInVisitorZone(starts_at, time_zone) && <span className="soft small">{formatZone(time_zone)}</span>}
        {interpreted && <Badge>{t('interpreter.title')}</Badge>}
        {status === 'cancelled' && <Badge tone="bad">{t('mentorArea.cancelled')}</Badge>}
      </p>
      <p className="small">
        <SupportTypeMark name={support_type.name} colour={support_type.colour} /> · <bdi>{place.name}</bdi>
      </p>
      {status !== 'cancelled' && <Figures session={session} />}
    </div>
  )
}
