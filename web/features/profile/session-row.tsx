import type { Session } from '#contract/profile.ts'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { formatRelative } from '../../lib/relative-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMethod } from './format-method.ts'
import styles from './profile.module.css'

interface SessionRowProps {
  session: Session
  busy: boolean
  onEnd: () => void
}

/** One device with its last use and a logout button. The current one has none. */
export function SessionRow({ session: { device, last_used_at, created_at, current, method }, busy, onEnd }: SessionRowProps) {
  const Icon = /phone|android|mobile|ipad/i.test(device) ? IconDeviceMobile : IconDeviceDesktop
  const [now] = useState(() => new Date())
  const zone = visitorZone()
  const lastUsed = formatRelative(last_used_at, now) ?? formatDateTime(last_used_at, zone)
  return (
    <li className={styles.session}>
      <Icon size={26} stroke={1.6} aria-hidden="true" />
      <div>
        <p className={styles.device}>
          {device} {current && <Badge tone="accent">{t('sessionList.here')}</Badge>}
        </p>
        <p className="soft small tabular">
          {t('sessionList.lastUsed', { when: lastUsed })} · {t('sessionList.since', { when: formatDateTime(created_at, zone) })}
          {method && ` ${formatMethod(method)}`}
        </p>
      </div>
      {!current && (
        <Button small busy={busy} aria-label={t('sessionList.endOf', { device })} onClick={onEnd}>
          {t('sessionList.end')}
        </Button>
      )}
    </li>
  )
}
