import { IconBolt } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { formatShortDay, formatTime, withZone } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { choose, type ChangeChoice } from '../booking/choice.ts'
import { freeMentors } from '../booking/times.ts'
import styles from './desk-booking.module.css'
import type { FirstTime } from './use-first-time.ts'

/** Chooses the first free time that fits the filters, and goes to the confirmation. */
export function FirstAvailable({ first: { date, time }, change }: { first: FirstTime; change: ChangeChoice }) {
  const { schedule, startsAt, zone } = time
  const [mentor, ...others] = freeMentors(time)
  return (
    <div className={styles.first}>
      <Button
        kind="primary"
        wide
        icon={<IconBolt size={20} stroke={1.8} aria-hidden="true" />}
        onClick={() => change({ ...choose.time(date, schedule.id, startsAt), ...choose.confirm() })}
      >
        {t('bookFor.firstAvailable', { day: formatShortDay(startsAt, zone), time: withZone(formatTime(startsAt, zone), startsAt, zone) })}
      </Button>
      <p className="soft small">
        {others.length > 0 ? t('booking.times.mentors', { count: others.length + 1 }) : mentor?.name} · <bdi>{schedule.place.name}</bdi>
      </p>
    </div>
  )
}
