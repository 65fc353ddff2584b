import type { AuditEntry } from '#contract/audit.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { Link } from '../../ui/link.tsx'
import styles from './audit.module.css'
import { Changes } from './changes.tsx'
import { formatEntry } from './format-entry.ts'
import { recordPath } from './record-path.ts'

interface AuditRowProps {
  entry: AuditEntry
  time: string
  names: Readonly<Record<string, string>>
}

/** One audit entry as a sentence, with the changed fields on request. */
export function AuditRow({ entry, time, names }: AuditRowProps) {
  const [open, setOpen] = useState(false)
  const way = recordPath(entry)
  return (
    <li className={styles.entry}>
      <time dateTime={entry.at} className={styles.time}>
        {time}
      </time>
      <div className={styles.said}>
        <p>{formatEntry(entry)}</p>
        {entry.reason && <p className="soft small">{t('audit.reason', { reason: entry.reason })}</p>}
        {(entry.before || entry.after) && (
          <details onToggle={event => setOpen(event.currentTarget.open)}>
            <summary>{t('audit.details')}</summary>
            {open && <Changes entry={entry} names={names} />}
          </details>
        )}
      </div>
      {way && (
        <Link to={way} className={styles.way}>
          {t('audit.open')}
          <span className="visually-hidden"> {formatEntry(entry)}</span>
        </Link>
      )}
    </li>
  )
}
