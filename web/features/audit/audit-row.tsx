import type { AuditEntry } from '#contract/audit.ts'
import { useState } from 'react'
import { t } from '../../lib/messages.ts'
import { formatTime } from '../../lib/time.ts'
import { Link } from '../../ui/link.tsx'
import styles from './audit.module.css'
import { Changes } from './changes.tsx'
import { listChanges } from './format-change.ts'
import { formatEntry, formatFolded, formatViewed } from './format-entry.ts'
import type { Folded } from './fold-repeats.ts'
import { recordPath } from './record-path.ts'

interface AuditRowProps {
  row: Folded
  zone: string
  names: Readonly<Record<string, string>>
}

/** One or several audit entries as a sentence; on request, the changed fields or the single entries. */
export function AuditRow({ row, zone, names }: AuditRowProps) {
  const { entry, repeats } = row
  const oldest = repeats.at(-1)
  const isFolded = oldest !== undefined
  return (
    <li className={styles.entry}>
      <span className={styles.time}>
        {oldest && oldest.at.slice(0, 16) !== entry.at.slice(0, 16) && (
          <>
            <time dateTime={oldest.at}>{formatTime(oldest.at, zone)}</time>–
          </>
        )}
        <time dateTime={entry.at}>{formatTime(entry.at, zone)}</time>
      </span>
      <div className={styles.said}>
        <p>{isFolded ? formatFolded(row) : formatEntry(entry)}</p>
        {entry.reason && <p className="soft small">{t('audit.reason', { reason: entry.reason })}</p>}
        {isFolded ? <Single entries={[entry, ...repeats]} zone={zone} /> : <Details entry={entry} names={names} />}
      </div>
      {!isFolded && <Way entry={entry} />}
    </li>
  )
}

/** What was looked at, or the changed fields on request. */
function Details({ entry, names }: { entry: AuditEntry; names: AuditRowProps['names'] }) {
  const [open, setOpen] = useState(false)
  const viewed = formatViewed(entry)
  if (viewed) return <p className="soft small">{viewed}</p>
  if (listChanges(entry, names).length === 0) return null
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('audit.details')}</summary>
      {open && <Changes entry={entry} names={names} />}
    </details>
  )
}

/** The entries that were put together. */
function Single({ entries, zone }: { entries: readonly AuditEntry[]; zone: string }) {
  const [open, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{t('audit.each')}</summary>
      {open && (
        <ol className={styles.single}>
          {entries.map(entry => (
            <li key={entry.id}>
              <time dateTime={entry.at} className={styles.time}>
                {formatTime(entry.at, zone)}
              </time>
              <span>{[formatEntry(entry), formatViewed(entry)].filter(Boolean).join(' · ')}</span>
              <Way entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}

function Way({ entry }: { entry: AuditEntry }) {
  const way = recordPath(entry)
  if (!way) return null
  return (
    <Link to={way} className={styles.way}>
      {t('audit.open')}
      <span className="visually-hidden"> {formatEntry(entry)}</span>
    </Link>
  )
}
