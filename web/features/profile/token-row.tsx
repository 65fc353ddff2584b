import type { ProgramToken } from '#contract/profile.ts'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { formatRelative } from '../../lib/relative-time.ts'
import { Button } from '../../ui/button.tsx'
import styles from './profile.module.css'

interface TokenRowProps {
  token: ProgramToken
  busy: boolean
  onRevoke: () => void
}

/** One token: name, scope, last use and expiry. */
export function TokenRow({ token: { name, scope, last_used_at, expires_at }, busy, onRevoke }: TokenRowProps) {
  const [now] = useState(() => new Date())
  const zone = visitorZone()
  const used = last_used_at && t('tokenList.used', { when: formatRelative(last_used_at, now) ?? formatDateTime(last_used_at, zone) })
  return (
    <li className={styles.session}>
      <IconKey size={26} stroke={1.6} aria-hidden="true" />
      <div>
        <p className={styles.device}>{name}</p>
        <p className="soft small tabular">
          {t(scope === 'read' ? 'tokenList.scopeRead' : 'tokenList.scopeWrite')} · {used ?? t('tokenList.unused')} ·{' '}
          {t('tokenList.until', { when: formatDateTime(expires_at, zone) })}
        </p>
      </div>
      <Button small busy={busy} aria-label={t('tokenList.revokeOf', { name })} onClick={onRevoke}>
        {t('tokenList.revoke')}
      </Button>
    </li>
  )
}
