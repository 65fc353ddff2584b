import type { CalendarFeed } from '#contract/calendars.ts'
import { IconCalendarShare } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { formatRelative } from '../../lib/relative-time.ts'
import { Button } from '../../ui/button.tsx'
import styles from '../profile/profile.module.css'

interface FeedRowProps {
  feed: CalendarFeed
  busy: boolean
  onStop: () => void
}

/**
 * One feed: when it was created (for a place also by whom), when it was last fetched, and a button to remove it.
 */
export function FeedRow({ feed: { kind, made_by, created_at, last_used_at }, busy, onStop }: FeedRowProps) {
  const [now] = useState(() => new Date())
  const zone = visitorZone()
  const made = formatDateTime(created_at, zone)
  const name = kind === 'place' ? t('calendars.madeBy', { when: made, name: made_by.name }) : t('calendars.made', { when: made })
  const used = last_used_at && t('calendars.used', { when: formatRelative(last_used_at, now) ?? formatDateTime(last_used_at, zone) })
  return (
    <li className={styles.session}>
      <IconCalendarShare size={26} stroke={1.6} aria-hidden="true" />
      <div>
        <p className={styles.device}>{name}</p>
        <p className="soft small tabular">{used ?? t('calendars.unused')}</p>
      </div>
      <Button small busy={busy} aria-label={t('calendars.stopOf', { name })} onClick={onStop}>
        {t('calendars.stop')}
      </Button>
    </li>
  )
}
